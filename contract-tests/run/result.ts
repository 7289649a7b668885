import type { Area } from '../../src/spec/clauses.ts';
import type { Counted, CountPlan } from '../counts/count-plan.ts';
import type { Observation, Problem } from '../judge/evidence.ts';
import type { ClauseResult, RunVerdict } from '../judge/verdict.ts';
import type { ChoiceCard } from '../learn/choice-card.ts';
import type { ExpectationReport } from '../learn/expectations.ts';
import type { Leftover } from './cleanup.ts';
import type { Coverage } from './coverage.ts';

/** Everything a run has to say, free of secrets. */
export interface RunResult extends RunVerdict {
  readonly target: {
    readonly baseUrl: string;
    readonly analysisUrl?: string;
    readonly service: string;
    readonly file?: string;
    readonly areas: readonly Area[];
  };
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  /** How the cases were planned; the same seed gives the same cases. Absent where nothing was asked. */
  readonly cases?: { readonly seed: number; readonly thorough: boolean };
  readonly clauses: readonly ClauseResult[];
  readonly observations: readonly Observation[];
  /** The answers learned, where the run was asked to learn. */
  readonly card?: ChoiceCard;
  /** How the answers compare with those the target file expects; apart from conformance. */
  readonly expectations?: ExpectationReport;
  readonly problems: readonly (Problem & { readonly line?: number })[];
  /** Which kinds of lookup call were counted, and which would need more requests. */
  readonly counting?: Counted;
  readonly spending: readonly Omit<CountPlan, 'token'>[];
  /** What statements about callers in the target file would let a run try, besides. */
  readonly unlocks: readonly string[];
  readonly leftovers: readonly Leftover[];
  /** What a reader should know of how the run went, in sentences: a limit that was met, a run that was cut short. */
  readonly circumstances?: readonly string[];
  readonly coverage: readonly Coverage[];
  readonly aborted: boolean;
}
