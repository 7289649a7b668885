import type { Area } from '../../../src/spec/clauses.ts';
import type { CountCoverage, CountPlan } from '../../service/counts/count-plan.ts';
import type { Explored } from '../../service/drive/explore.ts';
import type { ChoiceCard } from '../../service/learn/choice-card.ts';
import type { ExpectationReport } from '../../service/learn/expectations.ts';
import type { Pace } from '../../service/target/target.ts';
import type { Cause } from '../causes/cause.ts';
import type { JsonBody } from '../talk/answer.ts';
import type { Outage } from '../talk/outage.ts';
import type { Observation, Problem } from '../verdict/evidence.ts';
import type { ClauseCounts } from '../verdict/tally.ts';
import type { ClauseResult, RunVerdict } from '../verdict/verdict.ts';
import type { Leftover } from './cleanup.ts';
import type { AnswerCoverage } from './coverage.ts';
import type { Provenance } from './provenance.ts';
import type { Remark } from './remarks.ts';

/** The complete result of a run, without secrets. */
export interface RunResult extends RunVerdict {
  /** The version of the kit. */
  readonly kit: string;
  /** What the verdict is based on; absent if no requests were sent. */
  readonly basis?: Provenance;
  readonly target: {
    readonly baseUrl: string;
    readonly analysisUrl?: string;
    readonly service: string;
    readonly file?: string;
    /** The source of the URLs: a line of the file, an option or a variable. */
    readonly from?: { readonly baseUrl?: string; readonly analysisUrl?: string };
    readonly areas: readonly Area[];
    readonly pace?: Pace;
  };
  readonly startedAt: string;
  readonly durationMs: number;
  /** The number of responses, including preparation and cleaning up. */
  readonly requests: number;
  /** How many of them were for cleaning up. */
  readonly cleaning: number;
  /** How the cases were planned; the same seed gives the same cases. Absent if no requests were sent. */
  readonly cases?: { readonly seed: number; readonly thorough: boolean };
  /** The progress of the random walk. */
  readonly explored?: Explored;
  /** The request limit, if there was one, and whether it was too low for the whole plan. */
  readonly budget?: { readonly requests: number; readonly isSpent: boolean };
  /** The number of clauses by verdict. */
  readonly counts: ClauseCounts;
  /** The causes of the broken clauses, most basic first. */
  readonly causes: readonly Cause[];
  readonly clauses: readonly ClauseResult[];
  readonly observations: readonly Observation[];
  /** The answers learned, if the run was asked to learn. */
  readonly card?: ChoiceCard;
  /** The analyses seen, if the run was asked to learn. */
  readonly analyses?: readonly JsonBody[];
  /** The answers compared with those expected by the target file; independent of conformance. */
  readonly expectations?: ExpectationReport;
  readonly problems: readonly (Problem & { readonly line?: number })[];
  /** Which kinds of lookups were counted, and which would need more requests. */
  readonly counting?: CountCoverage;
  readonly spending: readonly Omit<CountPlan, 'token'>[];
  /** What more a run could test if the target file said more about callers. */
  readonly unlocks: readonly string[];
  readonly leftovers: readonly Leftover[];
  /** How the run went, in sentences: a rate limit that was hit, a run that was interrupted. */
  readonly conditions?: readonly string[];
  /** Worth knowing, but not forbidden by the specification; does not affect the verdict. */
  readonly remarks?: readonly Remark[];
  readonly coverage: readonly AnswerCoverage[];
  /** Whether the run ended before its plan; the numbers are then those of a part of it. */
  readonly aborted: boolean;
  /** Why, in one sentence. */
  readonly abortReason?: string;
  /** When a server stopped answering, for a while or for good. */
  readonly outages?: readonly Outage[];
}
