import { appendFileSync } from 'node:fs';
import { chooseDialect } from './dialects/choose.ts';
import { type Dialect, differencesOf } from './dialects/dialect.ts';
import type { OnAnswer } from './http/on-answer.ts';
import { lineOf, ownDialect } from './matrix/heard.ts';

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

/** Notes what is answered in the dialect of a run, each kind once: `create created`. */
export function notesOn(dialect: Dialect | undefined, add: (line: string) => void): OnAnswer {
  const written = new Set<string>();
  return (operation, outcome, { url, world }) => {
    const isOwn = !dialect || Object.keys(differencesOf(world.dialect, dialect)).length > 0;
    const what = isOwn ? ownDialect : `${operation ?? '-'} ${outcome}`;
    const path = operation || outcome === 'contract' ? undefined : url.split('?', 1)[0];
    const line = lineOf({ what, test: world.name, path });
    if (written.has(line)) return;
    written.add(line);
    add(line);
  };
}
