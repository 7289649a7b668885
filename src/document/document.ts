import { listed } from '../values/listed.ts';
import { keyOf, type Path } from './path.ts';
import { linesOf, parseYaml, YamlProblem } from './yaml.ts';

/** The source of a YAML or JSON document. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** One mistake in a document. */
export interface Mistake {
  readonly path: Path;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** The message without the place: `service is 5; expected a text`. */
  readonly says: string;
  /** The key that an unknown one was probably meant to be. */
  readonly meant?: Path;
  /** The value is missing. */
  readonly missing?: true;
}

/** Cached: a text is scanned for line numbers once. */
const linesBySource = new WeakMap<Source, ReturnType<typeof linesOf>>();

function lineIn(source: Source, path: Path): number | undefined {
  const lineOf = linesBySource.get(source) ?? linesOf(source.text);
  linesBySource.set(source, lineOf);
  return lineOf(path);
}

/** A mistake with its place. Values from the environment, for example, have no source. */
export function mistakeAt(path: Path, says: string, source?: Source): Mistake {
  const line = source && lineIn(source, path);
  return { path, says, ...(source && { file: source.file }), ...(line && { line }) };
}

/**
 * The name of the value at a path. In a document that is a list, that includes the entry, counted from 1,
 * with its identifying key: `roles[0] of entry 3 (id "reader")`.
 */
export function nameOf(path: Path, document: unknown, knownBy = ''): string {
  const [index, ...inside] = path;
  if (typeof index !== 'number') return keyOf(path);
  const entry = (document as readonly ({ readonly [key: string]: unknown } | null)[])[index];
  const known = entry?.[knownBy];
  const name = `entry ${index + 1}${typeof known === 'string' ? ` (${knownBy} "${known}")` : ''}`;
  return inside.length === 0 ? name : `${keyOf(inside)} of ${name}`;
}

/** Parses a document. One with only comments is `null`. */
export function parsedDocument(
  source: Source,
): { readonly value: unknown } | { readonly mistake: Mistake } {
  try {
    return { value: parseYaml(source.text) };
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error;
    const { message: says, line, column } = error;
    const place = line !== undefined && column !== undefined && { line, column };
    return { mistake: { path: [], file: source.file, says, ...place } };
  }
}

/**
 * Mistakes by line without repetition: the first at each place, none inside a value that is wrong as a
 * whole, and no missing key that is only misspelt.
 */
export function mistakesByLine(mistakes: readonly Mistake[]): Mistake[] {
  const first = new Map<string, Mistake>();
  const meantPlaces = new Set<string>();
  for (const mistake of mistakes) {
    const place = JSON.stringify(mistake.path);
    if (!first.has(place)) first.set(place, mistake);
    if (mistake.meant) meantPlaces.add(JSON.stringify(mistake.meant));
  }
  return [...first]
    .filter(
      ([place, { path, missing }]) =>
        !path.some((_, depth) => first.has(JSON.stringify(path.slice(0, depth)))) &&
        !(missing && meantPlaces.has(place)),
    )
    .map(([, mistake]) => mistake)
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

/** Formats a mistake: `target.yaml:3: service is 5; expected a text`. */
export function sentence({ file, line, column, says }: Mistake): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return place === '' ? says : `${place}: ${says}`;
}

/** Formats mistakes: one as a line, several as a list of the first. */
export function inWords(mistakes: readonly Mistake[], document: string): string {
  const lines = listed(mistakes, sentence);
  if (lines.length < 2) return lines.join('');
  return [`${document} has ${mistakes.length} mistakes:`, ...lines].join('\n  ');
}
