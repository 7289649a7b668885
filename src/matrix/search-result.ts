import type { Dialect } from '../dialects/dialect.ts';
import type { AcceptedPoint } from './accepted.ts';
import type { Blame } from './blame.ts';
import type { DialectTrial } from './dialect-trials.ts';
import type { FaultEvent } from './fault-trials.ts';
import type { RunNotes } from './run-notes.ts';
import type { TestResults } from './test-results.ts';

/** A dialect to run the command under. */
export interface Candidate {
  readonly label: string;
  readonly dialect: Dialect;
  /** The status with which the first request of each operation is refused as one too many. */
  readonly limit?: number;
}

export interface MatrixCommandRun extends Candidate, RunNotes {
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

/** A run, with the open points it may have exercised. */
export type JudgedRun = MatrixCommandRun & DialectTrial;

/** The result of a search, final or partial. */
export interface SearchResult {
  /** Requested or planned runs. */
  readonly runs: readonly JudgedRun[];
  /** All runs, including those that narrow down a failure. */
  readonly all: readonly JudgedRun[];
  readonly blamed: Blame;
  /** The first run with a limit of requests that fails; undefined where none does, or none was made. */
  readonly impatient?: MatrixCommandRun;
  readonly accepted?: readonly AcceptedPoint[];
  /** Whether more runs follow. */
  readonly isPartial: boolean;
  /** Why it was stopped before its end. */
  readonly stopped?: string;
}

export interface SearchOptions {
  /** Undefined if runs are planned by what the command exercises. */
  readonly candidates: readonly Candidate[] | undefined;
  /** The initial number of planned runs besides the default; more if needed to try every answer. */
  readonly rows: number;
  readonly seed: number;
  readonly budget: number;
  readonly jobs: number;
  /** The statuses of runs with a limit of requests, which come last. Default: none. */
  readonly limits?: readonly number[];
  /** Points whose answer is the same in every run. Default: none. */
  readonly accepted?: readonly AcceptedPoint[];
}

/** Receives progress. */
export interface Watcher {
  /** A message for people. */
  say(line: string): void;
  /** Called before this many runs; `atMost` if fewer may do. */
  expects(expected: {
    readonly runs: number;
    readonly atMost?: boolean;
    readonly jobs: number;
  }): void;
  started(label: string): void;
  ended(label: string, passed: boolean): void;
  /** The expected runs are done or abandoned. */
  done(): void;
  /** Called with the result after each requested or planned run. */
  knows(outcome: SearchResult): void;
}

/** Runs the command once for a candidate. */
export type RunOnce = (candidate: Candidate) => Promise<MatrixCommandRun>;
