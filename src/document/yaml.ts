import {
  type DumpOptions,
  dump,
  EVENT_ID,
  type Event,
  getScalarValue,
  load,
  parseEvents,
  YAMLException,
} from 'js-yaml';
import type { Path } from './path.ts';

/** A text that is not YAML, or that would take unbounded memory or never end. */
export class YamlProblem extends Error {
  override readonly name = 'YamlProblem';
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(message: string, line?: number, column?: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** Generous for people, and far from what the stack and the memory can take. */
const most = { depth: 100, aliased: 10_000 };

/** The value of a YAML or JSON text; null where it has only comments. Throws a YamlProblem. */
export function parseYaml(text: string): unknown {
  // js-yaml rejects an empty document, and one with only comments is empty.
  if (text.split(/[\r\n]/).every(isBlankOrComment)) return null;
  try {
    if (text.includes('&') && text.includes('*')) checkAliases(text);
    return load(text, { maxDepth: most.depth });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { reason, mark } = error;
    const says = reason.startsWith('nesting exceeded')
      ? tooDeep
      : `neither YAML nor JSON: ${reason}`;
    throw new YamlProblem(says, mark && mark.line + 1, mark && mark.column + 1);
  }
}

function isBlankOrComment(line: string): boolean {
  const said = line.trimStart();
  return said === '' || said.startsWith('#');
}

export function yamlText(value: unknown, options: DumpOptions = {}): string {
  return dump(value, { noRefs: true, ...options });
}

const tooDeep = `nests deeper than ${most.depth} levels; expected fewer`;

/** A value with its anchor, if any; the size and the height include what aliases stand for. */
interface Sized {
  readonly anchor: string | undefined;
  size: number;
  height: number;
}

/**
 * Throws where an alias is part of what it stands for, or where a few of them stand for millions of values:
 * whatever walks through these would not end.
 */
function checkAliases(text: string): void {
  const anchored = new Map<string, Sized>();
  const open: Sized[] = [];
  let aliased = 0;
  const nameIn = (event: { anchorStart: number; anchorEnd: number }): string | undefined =>
    event.anchorStart < 0 ? undefined : text.slice(event.anchorStart, event.anchorEnd);
  const add = (child: Sized): void => {
    const parent = open.at(-1);
    if (child.anchor !== undefined) anchored.set(child.anchor, child);
    if (!parent) return;
    parent.size += child.size;
    parent.height = Math.max(parent.height, child.height + 1);
  };
  for (const event of parseEvents(text, { maxDepth: most.depth })) {
    if (event.type === EVENT_ID.DOCUMENT) open.push({ anchor: undefined, size: 0, height: 0 });
    else if (event.type === EVENT_ID.POP) add(open.pop() as Sized);
    else if (event.type === EVENT_ID.SCALAR) add({ anchor: nameIn(event), size: 1, height: 0 });
    else if (event.type !== EVENT_ID.ALIAS)
      open.push({ anchor: nameIn(event), size: 1, height: 0 });
    else {
      const name = nameIn(event) ?? '';
      const { size, height } = anchored.get(name) ?? { size: 1, height: 0 };
      aliased += size;
      const refuse = (problem: string): never => {
        const before = text.slice(0, event.anchorStart).split('\n');
        throw new YamlProblem(problem, before.length, before.at(-1)?.length);
      };
      if (open.some(({ anchor }) => anchor === name))
        refuse(`*${name} stands for a value that it is part of; expected one that ends`);
      if (aliased > most.aliased)
        refuse(`aliases stand for more than ${most.aliased} values; expected fewer`);
      if (open.length + height > most.depth) refuse(tooDeep);
      add({ anchor: undefined, size, height });
    }
  }
}

/** A map or list being parsed. In a map, keys and values alternate. */
interface Open {
  readonly path: Path;
  readonly isMap: boolean;
  items: number;
  key: string | undefined;
}

function startOf(event: Event): number | undefined {
  if ('start' in event) return event.start;
  if ('valueStart' in event) return event.valueStart;
  return 'anchorStart' in event ? event.anchorStart : undefined;
}

/** The line of each value by its path; in a map, the line of its key. */
function linesIn(text: string): ReadonlyMap<string, number> {
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
}

/** JSON that nests deeper than YAML may, or is no YAML for another reason, has no lines. */
function linesOrNone(text: string): ReadonlyMap<string, number> {
  try {
    return linesIn(text);
  } catch (error) {
    if (error instanceof YAMLException) return new Map();
    throw error;
  }
}

/**
 * Finds the 1-based line of a value in a YAML or JSON text. For a missing key, that is the line of the
 * map it belongs to.
 */
export function linesOf(text: string): (path: Path) => number | undefined {
  let lines: ReadonlyMap<string, number> | undefined;
  return (path) => {
    lines ??= linesOrNone(text);
    for (let length = path.length; length > 0; length -= 1) {
      const line = lines.get(JSON.stringify(path.slice(0, length)));
      if (line !== undefined) return line;
    }
    return undefined;
  };
}
