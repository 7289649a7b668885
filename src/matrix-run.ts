import { appendFileSync } from 'node:fs';
import { chooseDialect } from './dialects/choose.ts';
import type { Dialect } from './dialects/dialect.ts';
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
export function matrixRunIn(env: {
  readonly [name: string]: string | undefined;
}): MatrixRun | undefined {
  const { [notesVariable]: notes, ABUSE_FEED_DIALECT: asked } = env;
  if (!notes || !asked) return undefined;
  return { ...chooseDialect(asked, { cwd: process.cwd() }), onAnswer: notesTo(notes) };
}

/** At once, since a test runner may end its processes without a word; each kind of answer once. */
function notesTo(file: string): OnAnswer {
  const written = new Set<string>();
  return (operation, outcome) => {
    const line = noteOf(operation, outcome);
    if (written.has(line)) return;
    written.add(line);
    appendFileSync(file, `${line}\n`);
  };
}

/** How an answer is noted: `create created`. What is no operation of the API is a dash. */
export const noteOf = (...[operation, outcome]: Parameters<OnAnswer>): string =>
  `${operation ?? '-'} ${outcome}`;
