import type { PointAnswer } from '../spec/open-point.ts';
import type { FaultPlace } from './fault-kinds.ts';
import type { RequestEvent, RunNotes } from './request-events.ts';
import type { TestResults } from './test-results.ts';
import { touchedPoints } from './touched-points.ts';

/** Answers to some open points, by their ids. */
export type Answers = { readonly [id: string]: PointAnswer };

/** What a run changes; everything else is as in the first run. */
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
export interface Run extends RunNotes {
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

export type RunOnce = (change: Change) => Promise<Run>;

/** A change, and every run with it. */
export interface Trial extends Change {
  readonly runs: Run[];
  /** If a mix fails though none of its answers fails alone: the answers that it takes. */
  needs?: Answers;
}

/** The open points that any run of a trial may have touched. */
export function touchedIn({ runs }: Pick<Trial, 'runs'>): ReadonlySet<string> {
  return touchedPoints(runs.flatMap(({ notes }) => notes));
}

/** `unsteady` if its runs differ, or fail without having touched what was changed. */
export function endOf(trial: Trial): 'passes' | 'fails' | 'unsteady' | 'failed once' {
  const { runs, answers } = trial;
  const failed = runs.filter(({ passed }) => !passed).length;
  if (failed === 0) return 'passes';
  if (failed < runs.length) return 'unsteady';
  if (failed === 1) return 'failed once';
  const touched = touchedIn(trial);
  return Object.keys(answers).some((id) => touched.has(id)) ? 'fails' : 'unsteady';
}

export function isFailing(trial: Trial): boolean {
  return endOf(trial) === 'fails';
}

/** The answers that lead to the point of a trial. */
export function wayTo({ answers, point = '' }: Change): Answers {
  const { [point]: _own, ...others } = answers;
  return others;
}

/** `create.status.created: 200`, for each. */
export function answerTexts(answers: Answers): string[] {
  return Object.entries(answers).map(([id, answer]) => `${id}: ${answer}`);
}

/** The same text for the same answers, in whatever order. */
export function keyOf(answers: Answers): string {
  return answerTexts(answers).sort().join('\n');
}
