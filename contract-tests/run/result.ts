import type { Area } from '../../src/spec/clauses.ts';
import type { Cause } from '../causes/cause.ts';
import type { CountCoverage, CountPlan } from '../counts/count-plan.ts';
import type { Explored } from '../drive/explore.ts';
import type { ChoiceCard } from '../learn/choice-card.ts';
import type { ExpectationReport } from '../learn/expectations.ts';
import type { Observation, Problem } from '../model/evidence.ts';
import type { ClauseCounts } from '../model/tally.ts';
import type { ClauseResult, RunVerdict } from '../model/verdict.ts';
import type { JsonBody } from '../talk/answer.ts';
import type { Pace } from '../target/target.ts';
import type { Leftover } from './cleanup.ts';
import type { AnswerCoverage } from './coverage.ts';
import type { Provenance } from './provenance.ts';
import type { Remark } from './remarks.ts';

/** Everything a run has to say, free of secrets. */
export interface RunResult extends RunVerdict {
  /** The version of the kit that judged. */
  readonly kit: string;
  /** What the verdict rests on; absent where nothing was asked. */
  readonly basis?: Provenance;
  readonly target: {
    readonly baseUrl: string;
    readonly analysisUrl?: string;
    readonly service: string;
    readonly file?: string;
    /** Where the addresses come from: a line of the file, an option or a variable. */
    readonly from?: { readonly baseUrl?: string; readonly analysisUrl?: string };
    readonly areas: readonly Area[];
    readonly pace?: Pace;
  };
  readonly startedAt: string;
  readonly durationMs: number;
  /** All that were answered, preparation and cleaning up included. */
  readonly requests: number;
  /** Of these, the ones that deleted what was created. */
  readonly cleaning: number;
  /** How the cases were planned; the same seed gives the same cases. Absent where nothing was asked. */
  readonly cases?: { readonly seed: number; readonly thorough: boolean };
  /** How far the walk at random has come. */
  readonly explored?: Explored;
  /** How many requests there might be, where that was said, and whether they were too few for all there is to ask. */
  readonly budget?: { readonly requests: number; readonly isSpent: boolean };
  /** How the clauses ended, in numbers. */
  readonly counts: ClauseCounts;
  /** What lies behind the broken clauses, the most basic first. */
  readonly causes: readonly Cause[];
  readonly clauses: readonly ClauseResult[];
  readonly observations: readonly Observation[];
  /** The answers learned, where the run was asked to learn. */
  readonly card?: ChoiceCard;
  /** The analyses that were seen, where the run was asked to learn. */
  readonly analyses?: readonly JsonBody[];
  /** How the answers compare with those the target file expects; apart from conformance. */
  readonly expectations?: ExpectationReport;
  readonly problems: readonly (Problem & { readonly line?: number })[];
  /** Which kinds of lookup call were counted, and which would need more requests. */
  readonly counting?: CountCoverage;
  readonly spending: readonly Omit<CountPlan, 'token'>[];
  /** What statements about callers in the target file would let a run try, besides. */
  readonly unlocks: readonly string[];
  readonly leftovers: readonly Leftover[];
  /** What a reader should know of how the run went, in sentences: a limit that was met, a run that was cut short. */
  readonly circumstances?: readonly string[];
  /** What the specification does not forbid, and a reader may want to know: no part of the verdict. */
  readonly remarks?: readonly Remark[];
  readonly coverage: readonly AnswerCoverage[];
  readonly aborted: boolean;
}
