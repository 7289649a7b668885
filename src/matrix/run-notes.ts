/** A note on a response: its outcome, the test of its world, and its path if that is no operation. */
export interface Note {
  readonly what: string;
  readonly test: string | undefined;
  readonly path: string | undefined;
}

/** Replaces responses under a dialect other than that of the run. */
export const ownDialectNote = '- own-dialect';

export function noteLine({ what, test = '', path = '' }: Note): string {
  return [what, test, path].map((part) => part.replace(/\s+/g, ' ')).join('\t');
}

/** What a run has exercised. */
export interface RunNotes {
  /** Operation (or a dash) and outcome, each once: `create created`. */
  readonly notes: readonly string[];
  /** The same, by the test that owns the world. */
  readonly tests: { readonly [name: string]: readonly string[] };
  /** Paths of requests outside the API, or not in the dialect of the run. */
  readonly elsewhere: readonly string[];
}

export function parseNotes(lines: Iterable<string>): RunNotes {
  const rows = [...lines].map((line) => line.split('\t') as [string, string, string]);
  const counted = rows.filter(([what]) => what !== ownDialectNote);
  const kinds = (some: typeof rows) => [...new Set(some.map(([what]) => what))].sort();
  const names = new Set(counted.map(([, test]) => test).filter(Boolean));
  const own = 'a server or world with a dialect of its own';
  return {
    notes: kinds(counted),
    tests: Object.fromEntries(
      [...names].map((name) => [name, kinds(counted.filter(([, test]) => test === name))]),
    ),
    elsewhere: [
      ...new Set(
        rows.map(([what, , path]) => (what === ownDialectNote ? own : path)).filter(Boolean),
      ),
    ],
  };
}
