import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml';

/** The position of a value in a document: keys of maps, and indices of lists. */
export type Path = readonly (string | number)[];

/** Formats a path: `tokens.limited[1].token`. */
export const keyOf = (path: Path): string =>
  path.reduce<string>(
    (key, step) =>
      typeof step === 'number' ? `${key}[${step}]` : key === '' ? step : `${key}.${step}`,
    '',
  );

/** Parses a formatted path, where no key contains a dot. */
export const pathOf = (key: string): Path =>
  (key.match(/[^.[\]]+/g) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step));

/** A JSON pointer as a path. Keys and indices look alike in it, so the value decides. */
export const pathIn = (value: unknown, pointer: string): Path => {
  let at = value;
  return pointer
    .split('/')
    .slice(1)
    .map((escaped) => {
      const key = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
      const step = Array.isArray(at) ? Number(key) : key;
      at = (at as { readonly [key: string]: unknown })[key];
      return step;
    });
};

/** A map or list being parsed. In a map, keys and values alternate. */
interface Open {
  readonly path: Path;
  readonly isMap: boolean;
  items: number;
  key: string | undefined;
}

const startOf = (event: Event): number | undefined => {
  if ('start' in event) return event.start;
  if ('valueStart' in event) return event.valueStart;
  return 'anchorStart' in event ? event.anchorStart : undefined;
};

/** The line of each value by its path; in a map, the line of its key. */
const linesIn = (text: string): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  const open: Open[] = [];
  let line = 1;
  let read = 0;
  const lineAt = (offset: number): number => {
    for (; read < offset; read += 1) if (text[read] === '\n') line += 1;
    return line;
  };
  for (const event of parseEvents(text, {})) {
    if (event.type === EVENT_ID.DOCUMENT) continue;
    if (event.type === EVENT_ID.POP) {
      open.pop();
      continue;
    }
    const parent = open.at(-1);
    const at = lineAt(startOf(event) ?? 0);
    if (parent?.isMap && parent.key === undefined) {
      parent.key = event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : '';
      found.set(JSON.stringify([...parent.path, parent.key]), at);
      if (event.type === EVENT_ID.SCALAR || event.type === EVENT_ID.ALIAS) continue;
    }
    const path = parent ? [...parent.path, parent.isMap ? (parent.key ?? '') : parent.items] : [];
    if (parent) {
      if (!parent.isMap) found.set(JSON.stringify(path), at);
      parent.items += 1;
      parent.key = undefined;
    }
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE)
      open.push({ path, isMap: event.type === EVENT_ID.MAPPING, items: 0, key: undefined });
  }
  return found;
};

/**
 * Finds the 1-based line of a value in a YAML or JSON text. For a missing key, that is the line of the
 * map it belongs to.
 */
export const linesOf = (text: string): ((path: Path) => number | undefined) => {
  let lines: ReadonlyMap<string, number> | undefined;
  return (path) => {
    lines ??= linesIn(text);
    for (let length = path.length; length > 0; length -= 1) {
      const line = lines.get(JSON.stringify(path.slice(0, length)));
      if (line !== undefined) return line;
    }
    return undefined;
  };
};
