import { load, YAMLException } from 'js-yaml';
import { keyOf, linesOf, type Path } from './lines.ts';

/** A YAML or JSON document as somebody wrote it. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

/** One thing that is wrong with a document. */
export interface Mistake {
  readonly path: Path;
  readonly file?: string;
  readonly line?: number;
  /** What is wrong there, without the place: `service is 5; expected a text`. */
  readonly says: string;
  /** The key that an unknown one was probably meant to be. */
  readonly meant?: Path;
  /** There is nothing at this place. */
  readonly missing?: true;
}

/** A mistake at its place. Without a source, such as for values from the environment, there is none. */
export const mistakeAt = (path: Path, says: string, source?: Source): Mistake => {
  const line = source && linesOf(source.text)(path);
  return { path, says, ...(source && { file: source.file }), ...(line && { line }) };
};

/** The value a text stands for. Nothing but comments is `null`. */
export const parsedDocument = (
  source: Source,
): { readonly value: unknown } | { readonly mistake: Mistake } => {
  // js-yaml takes no empty document, and one of comments alone is empty.
  if (!/^\s*[^#\s]/m.test(source.text)) return { value: null };
  try {
    return { value: load(source.text) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { reason, mark } = error;
    const says = `neither YAML nor JSON: ${reason}`;
    const { file } = source;
    return { mistake: { path: [], file, says, ...(mark && { line: mark.line + 1 }) } };
  }
};

const begins = (path: Path, start: Path): boolean =>
  start.every((step, index) => path[index] === step);

/**
 * Mistakes by line, each said once: of several at one place the first, none inside what is wrong as a
 * whole, and no key is missing that is only misspelt.
 */
export const distinct = (mistakes: readonly Mistake[]): Mistake[] =>
  mistakes
    .filter(
      ({ path, missing }, index) =>
        !mistakes.some(
          (other, nth) =>
            (begins(path, other.path) && (nth < index || other.path.length < path.length)) ||
            (missing && other.meant && keyOf(other.meant) === keyOf(path)),
        ),
    )
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0));

const sentence = ({ file, line, says }: Mistake): string =>
  `${file === undefined ? '' : `${file}${line ? `:${line}` : ''}: `}${says}`;

/** All mistakes for people: one is a line, several are a list. */
export const inWords = (mistakes: readonly Mistake[], document: string): string => {
  const [first, ...others] = mistakes.map(sentence);
  if (first === undefined || others.length === 0) return first ?? '';
  return [`${document} has ${mistakes.length} mistakes:`, first, ...others].join('\n  ');
};
