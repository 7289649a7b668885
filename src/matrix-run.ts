import { appendFileSync } from 'node:fs';
import { chooseDialect } from './dialects/choose.ts';
import { type Dialect, differencesOf } from './dialects/dialect.ts';
import type { OnAnswer } from './http/on-answer.ts';

/** What a server that is started by a command of `abuse-feed matrix` takes over from it. */
export interface MatrixRun {
  readonly label: string;
  readonly dialect: Dialect;
  /** Told of every answer, so that the matrix knows what the command has met. */
  readonly onAnswer: OnAnswer;
}

/** Set by `abuse-feed matrix` only: the file that servers of the command write their answers to. */
export const notesVariable = 'ABUSE_FEED_MATRIX_NOTES';

/** Undefined outside of a matrix run. */
export function matrixRunIn(
  env: { readonly [name: string]: string | undefined },
  /** Whether the server was given a dialect, and so proves nothing about that of the run. */
  hasOwnDialect = false,
): MatrixRun | undefined {
  const { [notesVariable]: notes, ABUSE_FEED_DIALECT: asked } = env;
  if (!notes || !asked) return undefined;
  const run = chooseDialect(asked, { cwd: process.cwd() });
  // At once, since a test runner may end its processes without a word.
  const add = (line: string) => appendFileSync(notes, `${line}\n`);
  return { ...run, onAnswer: notesOn(hasOwnDialect ? undefined : run.dialect, add) };
}

/** Under a dialect of its own, whatever the run speaks. */
const ownDialect = '- own-dialect';

/** Notes what is answered in the dialect of a run, each kind once: `create created`. */
export function notesOn(dialect: Dialect | undefined, add: (line: string) => void): OnAnswer {
  const written = new Set<string>();
  return (operation, outcome, { url, world }) => {
    const isOwn = !dialect || Object.keys(differencesOf(world.dialect, dialect)).length > 0;
    const what = isOwn ? ownDialect : `${operation ?? '-'} ${outcome}`;
    const path = operation || outcome === 'contract' ? '' : url.split('?', 1)[0];
    const line = [what, world.name ?? '', path].join('\t');
    if (written.has(line)) return;
    written.add(line);
    add(line);
  };
}

/** What a run has met. */
export interface Heard {
  /** An operation, or a dash, and the name of an outcome, each kind once: `create created`. */
  readonly notes: readonly string[];
  /** The same, by the test in whose world it was. */
  readonly tests: { readonly [name: string]: readonly string[] };
  /** Where requests went that were none of the API, or not in the dialect of the run. */
  readonly elsewhere: readonly string[];
}

export function heardIn(lines: Iterable<string>): Heard {
  const rows = [...lines].map((line) => line.split('\t') as [string, string, string]);
  const met = rows.filter(([what]) => what !== ownDialect);
  const kinds = (some: typeof rows) => [...new Set(some.map(([what]) => what))].sort();
  const names = new Set(met.map(([, test]) => test).filter(Boolean));
  const own = 'a server or world with a dialect of its own';
  return {
    notes: kinds(met),
    tests: Object.fromEntries(
      [...names].map((name) => [name, kinds(met.filter(([, test]) => test === name))]),
    ),
    elsewhere: [
      ...new Set(rows.map(([what, , path]) => (what === ownDialect ? own : path)).filter(Boolean)),
    ],
  };
}
