/** What is noted of an answer: what it was, in the world of which test, and where it went if that is no operation. */
export interface Note {
  readonly what: string;
  readonly test: string | undefined;
  readonly path: string | undefined;
}

/** Instead of what was answered under a dialect that is not that of the run. */
export const ownDialectNote = '- own-dialect';

export const noteLine = ({ what, test = '', path = '' }: Note): string =>
  [what, test, path].map((part) => part.replace(/\s+/g, ' ')).join('\t');

/** What a run has met. */
export interface RunNotes {
  /** An operation, or a dash, and the name of an outcome, each kind once: `create created`. */
  readonly notes: readonly string[];
  /** The same, by the test in whose world it was. */
  readonly tests: { readonly [name: string]: readonly string[] };
  /** Where requests went that were none of the API, or not in the dialect of the run. */
  readonly elsewhere: readonly string[];
}

export function parseNotes(lines: Iterable<string>): RunNotes {
  const rows = [...lines].map((line) => line.split('\t') as [string, string, string]);
  const met = rows.filter(([what]) => what !== ownDialectNote);
  const kinds = (some: typeof rows) => [...new Set(some.map(([what]) => what))].sort();
  const names = new Set(met.map(([, test]) => test).filter(Boolean));
  const own = 'a server or world with a dialect of its own';
  return {
    notes: kinds(met),
    tests: Object.fromEntries(
      [...names].map((name) => [name, kinds(met.filter(([, test]) => test === name))]),
    ),
    elsewhere: [
      ...new Set(
        rows.map(([what, , path]) => (what === ownDialectNote ? own : path)).filter(Boolean),
      ),
    ],
  };
}
