import type { Pace } from '../target.ts';
import type { ExpectationReport } from '../verdict/expected.ts';

export interface ConcludeOptions {
  readonly learn?: boolean;
  /** Untestable clauses make a run inconclusive. */
  readonly requireAll?: boolean;
  /** Exit with 1 if answers differ from the expected ones. */
  readonly strict?: boolean;
  /** Exit with 1 on 5xx responses to valid requests. */
  readonly failOn5xx?: boolean;
}

/** Something worth knowing that the specification does not forbid; it does not affect the verdict. */
export interface Remark {
  readonly id: string;
  /** Of the specification, if it is about one. */
  readonly section?: string;
  readonly says: string;
}

/** The URL of an area. */
export interface TargetUrl {
  readonly area: string;
  readonly url: string;
  /** Its key in the target file, and the option that overrides it. */
  readonly key: string;
  readonly option: string;
  /** Where it comes from: a line of the file, an option or a variable. */
  readonly from?: string;
}

/** The target in a result. */
export interface TargetSummary {
  readonly urls: readonly TargetUrl[];
  /** What it is about besides, such as a part of the server. */
  readonly about?: string;
  readonly file?: string;
  readonly areas: readonly string[];
  readonly pace?: Pace;
}

/** What a service adds to a result. */
export interface Conclusions {
  /** The progress of the random walk. */
  readonly explored?: Explored;
  /** The answers compared with those expected by the target file; independent of conformance. */
  readonly expectations?: ExpectationReport;
  /** The callers whose counted requests are used up. */
  readonly spending: readonly Spending[];
  /** What more a run could test if the target file said more about callers. */
  readonly unlocks: readonly string[];
  readonly remarks?: readonly Remark[];
  /** What a conforming verdict does not cover. */
  readonly caveat?: string;
  /** How the run went, in sentences. */
  readonly conditions: readonly string[];
  /** What only this service has. */
  readonly own?: unknown;
}

export interface Explored {
  readonly seed: number;
  readonly requests: number;
  /** Kinds of calls, by caller, subject and way of asking. */
  readonly situations: { readonly visited: number; readonly of: number };
  /** Distinct pairs of consecutive situations. */
  readonly pairs: number;
}

/** The use of a caller's counted requests. */
export interface Spending {
  readonly key: string;
  readonly remaining: number;
  /** The maximum number of calls: all that are left, and a few that must be refused. */
  readonly calls: number;
}
