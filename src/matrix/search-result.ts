import type { OpenPoint, PointAnswer } from '../spec/open-point.ts';
import type { AcceptedPoint } from './accepted.ts';
import type { FaultEvent } from './fault-trials.ts';
import type { RunNotes } from './run-notes.ts';
import type { TestResults } from './test-results.ts';

/** Answers to some open points, by their ids. */
export type Answers = { readonly [id: string]: PointAnswer };

/** What to run the command under. */
export interface Candidate {
  readonly label: string;
  /** What differs from the default dialect. */
  readonly answers: Answers;
  /** The status with which the first request of each operation is refused as one too many. */
  readonly limit?: number;
}

export interface CommandRun extends Candidate, RunNotes {
  readonly passed: boolean;
  /** The result: `exit 1`, `SIGSEGV`, `no end after 30 s`. */
  readonly end: string;
  /** Whether it was stopped, since it did not end or made too many requests. */
  readonly isStopped?: boolean;
  readonly ms: number;
  readonly output: string;
  readonly results?: TestResults | undefined;
  /** The result of the first attempt, if it failed before its first request and was repeated. */
  readonly before?: string;
  /** Fault matrix only: the requests. */
  readonly events?: readonly FaultEvent[];
}

/** Runs the command once. */
export type RunOnce = (candidate: Candidate) => Promise<CommandRun>;

/** A run, with the open points that it may have touched. */
export interface JudgedRun extends CommandRun {
  readonly touched: ReadonlySet<string>;
  /** The same by test, as far as worlds are named after tests. */
  readonly touchedByTest: { readonly [test: string]: ReadonlySet<string> };
}

/** Answers that were switched, with all else as in the first run, and every run with them. */
export interface Trial {
  readonly label: string;
  readonly switched: Answers;
  readonly runs: readonly JudgedRun[];
}

/** One answer alone. */
export interface AnswerTrial extends Trial {
  readonly id: string;
  readonly answer: PointAnswer;
  /** The answers without which no request touches the point; they pass without it. */
  readonly where: Answers;
}

/** Many answers at once. */
export interface MixTrial extends Trial {
  /** The answers that it takes to fail, where none of them fails alone. */
  readonly needs?: Answers;
}

/** How a trial ended: `unsteady` if its runs differ, or fail without having touched what was switched. */
export type TrialEnd = 'passes' | 'fails' | 'unsteady';

export function endOf({ runs, switched }: Trial): TrialEnd {
  if (runs.every(({ passed }) => passed)) return 'passes';
  if (runs.some(({ passed }) => passed)) return 'unsteady';
  const isTouched = runs.some(({ touched }) => Object.keys(switched).some((id) => touched.has(id)));
  return isTouched ? 'fails' : 'unsteady';
}

/** What the answers are tried on: all of a contract that the search knows. */
export interface OpenContract {
  readonly points: ReadonlyMap<string, Pick<OpenPoint, 'default' | 'alternatives'>>;
  /** Too many rather than too few: a run is the same whatever the answers to the others are. */
  readonly touchedBy: (notes: readonly string[]) => ReadonlySet<string>;
  /** Whether any operation was called. */
  readonly isCalledBy: (notes: readonly string[]) => boolean;
}

/**
 * `each`: every answer alone, then mixes. `mixes`: a quick look, without the first. Otherwise these dialects,
 * by what differs from the default.
 */
export type Extent = 'each' | 'mixes' | readonly Candidate[];

export interface SearchOptions {
  readonly extent: Extent;
  /** The seed of the mixes. */
  readonly seed: number;
  readonly jobs: number;
  /** How often the command is run under each dialect, an odd number: most of the runs decide. Default: once. */
  readonly repeat?: number;
  /** The most runs in all. Default: no limit. */
  readonly budget?: number | undefined;
  /** The statuses of runs with a limit of requests, which come last. Default: none. */
  readonly limits?: readonly number[];
  /** Points whose answer is the same in every run but those that try it. Default: none. */
  readonly accepted?: readonly AcceptedPoint[];
  /** Points that cannot be varied here. Default: none. */
  readonly fixed?: readonly string[];
}

/** The result of a search, final or partial. */
export interface SearchResult {
  readonly extent: 'each' | 'mixes' | 'given';
  /** The answers of the first run to all open points. */
  readonly usual: Answers;
  /** The run under the default dialect; undefined where given dialects needed none. */
  readonly first: JudgedRun | undefined;
  readonly answers: readonly AnswerTrial[];
  readonly mixes: readonly MixTrial[];
  /** What was or will be tried, so far as that is known. */
  readonly planned: { readonly answers: number; readonly mixes: number };
  /** How many limits of requests are still to be tried. */
  readonly limitsLeft: number;
  /** Runs that failed and were not made again, so that nothing is blamed for it. */
  readonly unrepeated: readonly string[];
  /** More runs of the default, made where something failed: a command that fails over time fails there, too. */
  readonly control: readonly JudgedRun[];
  /** The first run with a limit of requests that fails; undefined where none does, or none was made. */
  readonly impatient?: CommandRun;
  /** How many runs were made in all. */
  readonly runs: number;
  readonly accepted: readonly AcceptedPoint[];
  readonly fixed: readonly string[];
  /** Whether more runs follow. */
  readonly isPartial: boolean;
  /** Why it was stopped before its end. */
  readonly stopped?: string;
}

/** Receives progress. */
export interface Watcher {
  /** A message for people. */
  say(line: string): void;
  /** Called before this many more runs. */
  expects(runs: number): void;
  started(label: string): void;
  ended(label: string, passed: boolean): void;
  /** No more runs follow. */
  done(): void;
  /** Called with the result after each run. */
  knows(outcome: SearchResult): void;
}

export const unwatched: Watcher = {
  say() {},
  expects() {},
  started() {},
  ended() {},
  done() {},
  knows() {},
};
