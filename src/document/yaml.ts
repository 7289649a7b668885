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
    const value = load(text, { maxDepth: most.depth });
    if (text.includes('&') && text.includes('*')) checkAliases(value, text);
    return value;
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

/**
 * Throws where an alias is part of what it stands for, or where a few of them stand for millions of values:
 * whatever walks through these would not end.
 */
function checkAliases(value: unknown, text: string): void {
  let left = text.length + most.aliased;
  const open = new Set<unknown>();
  const walk = (node: unknown, path: Path): void => {
    if (typeof node !== 'object' || node === null) return;
    const refuse = (problem: string): never => {
      throw new YamlProblem(problem, linesOf(text)(path));
    };
    left -= 1;
    if (open.has(node))
      refuse('an alias stands for a value that it is part of; expected one that ends');
    if (left < 0) refuse(`aliases stand for more than ${most.aliased} values; expected fewer`);
    if (path.length >= most.depth) refuse(tooDeep);
    open.add(node);
    const inList = Array.isArray(node);
    for (const [key, one] of Object.entries(node)) walk(one, [...path, inList ? Number(key) : key]);
    open.delete(node);
  };
  walk(value, []);
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
