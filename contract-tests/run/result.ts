import type { Area, Clause } from '../../src/spec/clauses.ts';
import type { CountPlan } from '../counts/count-plan.ts';
import type { Finding, Observation, Problem } from '../judge/evidence.ts';
import type { ChoiceCard } from '../learn/choice-card.ts';
import type { ExpectationReport } from '../learn/expectations.ts';
import type { Operation } from '../talk/exchange.ts';

export type ClauseVerdict =
  | 'met'
  | 'broken'
  | 'observed'
  | 'not-testable'
  | 'not-applicable'
  | 'waived';

export interface ClauseResult extends Clause {
  readonly verdict: ClauseVerdict;
  /** Why it is not testable, not applicable or waived. */
  readonly reason?: string;
  /** How often it was seen to hold. */
  readonly times: number;
  readonly findings: readonly Finding[];
  readonly observations: readonly Observation[];
}

/** How often an operation was answered with a status, and as what. */
export interface Coverage {
  readonly operation: Operation;
  readonly outcome: 'success' | 'refusal' | 'unreadable' | 'rate-limited';
  readonly status: number;
  readonly times: number;
}

export interface Leftover {
  readonly service: string;
  readonly id: string;
  readonly why: string;
}

export type Verdict = 'conforms' | 'violates' | 'inconclusive';

export interface RunResult {
  readonly verdict: Verdict;
  readonly exitCode: 0 | 1 | 3;
  /** One sentence that says why. */
  readonly summary: string;
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
  readonly clauses: readonly ClauseResult[];
  readonly observations: readonly Observation[];
  /** The answers learned, where the run was asked to learn. */
  readonly card?: ChoiceCard;
  /** How the answers compare with those the target file expects; apart from conformance. */
  readonly expectations?: ExpectationReport;
  readonly problems: readonly (Problem & { readonly line?: number })[];
  readonly spending: readonly Omit<CountPlan, 'token'>[];
  readonly leftovers: readonly Leftover[];
  readonly coverage: readonly Coverage[];
  readonly aborted: boolean;
}
