import type { PointAnswer } from '../spec/open-point.ts';
import type { FaultPlace } from './faults.ts';
import type { RequestEvent, RunNotes } from './request-events.ts';
import type { TestResults } from './test-results.ts';

/** Answers to some open points, by their ids. */
export type Answers = { readonly [id: string]: PointAnswer };

/** What a run changes; all else is as in the first run. */
export interface Change {
  readonly label: string;
  readonly kind: 'nothing' | 'answer' | 'mix' | 'limit' | 'fault';
  readonly answers: Answers;
  /** The point that an answer is tried for. The other answers lead to it, and pass without it. */
  readonly point?: string;
  /** The status that refuses the first request of each operation as one too many. */
  readonly limit?: number;
  readonly fault?: FaultPlace;
  /** The number of requests after which the run is stopped. */
  readonly most?: number;
}

/** One run of the command. */
export interface CommandRun extends RunNotes {
  readonly label: string;
  readonly passed: boolean;
  /** How it ended: `exit 1`, `SIGSEGV`, `no end after 30 s`. */
  readonly end: string;
  /** Whether it was stopped because it did not end or made too many requests. */
  readonly isStopped?: boolean;
  readonly ms: number;
  readonly output: string;
  readonly results?: TestResults | undefined;
  readonly events?: readonly RequestEvent[];
}

export type RunOnce = (change: Change) => Promise<CommandRun>;

/** A run, with the open points that it may have touched. */
export interface Run extends CommandRun {
  readonly touched: ReadonlySet<string>;
}

/** A change, and every run with it. */
export interface Trial extends Change {
  readonly runs: Run[];
  /** Of a mix that fails though none of its answers does alone: those that it takes. */
  needs?: Answers;
}

export type TrialEnd = 'passes' | 'fails' | 'unsteady' | 'failed once';

/** `unsteady` if its runs differ, or fail without having touched what was changed. */
export function endOf({ runs, answers }: Trial): TrialEnd {
  if (runs.every(({ passed }) => passed)) return 'passes';
  if (runs.some(({ passed }) => passed)) return 'unsteady';
  if (runs.length === 1) return 'failed once';
  const ids = Object.keys(answers);
  const isTouched = runs.some(({ touched }) => ids.some((id) => touched.has(id)));
  return isTouched ? 'fails' : 'unsteady';
}

export function isFailing(trial: Trial): boolean {
  return endOf(trial) === 'fails';
}

/** The answers that lead to the point of a trial. */
export function wayTo({ answers, point = '' }: Change): Answers {
  const { [point]: _own, ...others } = answers;
  return others;
}

/** What any of its runs touched. */
export function touchedIn({ runs }: Trial): ReadonlySet<string> {
  return new Set(runs.flatMap(({ touched }) => [...touched]));
}

/** `create.status.created: 200`, of each. */
export function answerTexts(answers: Answers): string[] {
  return Object.entries(answers).map(([id, answer]) => `${id}: ${answer}`);
}

/** Receives progress. */
export interface Watcher {
  /** A message for people. */
  say(line: string): void;
  /** So many more runs follow; less than nothing where fewer do than were expected. */
  expects(runs: number): void;
  started(label: string): void;
  ended(label: string, passed: boolean): void;
  /** A trial has another run. */
  learned(): void;
}

export const unwatched: Watcher = {
  say() {},
  expects() {},
  started() {},
  ended() {},
  learned() {},
};
