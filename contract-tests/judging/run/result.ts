import type { Cause } from '../causes/cause.ts';
import type { Outage } from '../talk/outage.ts';
import type { Observation, Problem } from '../verdict/evidence.ts';
import type { ClauseCounts } from '../verdict/tally.ts';
import type { ClauseResult, RunVerdict } from '../verdict/verdict.ts';
import type { Leftover } from './cleanup.ts';
import type { Conclusions, TargetSummary } from './conclusions.ts';
import type { AnswerCoverage } from './coverage.ts';
import type { Provenance } from './provenance.ts';

/** The complete result of a run, without secrets. */
export interface RunResult extends RunVerdict, Omit<Conclusions, 'caveat' | 'conditions'> {
  /** The version of the kit. */
  readonly kit: string;
  /** What the verdict is based on; absent if no requests were sent. */
  readonly basis?: Provenance;
  readonly target: TargetSummary;
  /** What the service calls what is created, and the requests that are counted. */
  readonly words: {
    readonly created: readonly [one: string, many: string];
    readonly counted: readonly [one: string, many: string];
  };
  readonly startedAt: string;
  readonly durationMs: number;
  /** The number of responses, including preparation and cleaning up. */
  readonly requests: number;
  /** How many of them were for cleaning up. */
  readonly cleaning: number;
  /** The number of clauses by verdict. */
  readonly counts: ClauseCounts;
  /** The causes of the broken clauses, most basic first. */
  readonly causes: readonly Cause[];
  readonly clauses: readonly ClauseResult[];
  /** What each section of the specification is about, by its number. */
  readonly sections?: { readonly [section: string]: string };
  readonly observations: readonly Observation[];
  readonly problems: readonly (Problem & { readonly line?: number })[];
  readonly leftovers: readonly Leftover[];
  /** How the run went, in sentences: a rate limit that was hit, a run that was interrupted. */
  readonly conditions?: readonly string[];
  readonly coverage: readonly AnswerCoverage[];
  /** Whether the run ended before its plan; the numbers are then those of a part of it. */
  readonly aborted: boolean;
  /** Why, in one sentence. */
  readonly abortReason?: string;
  /** When a server stopped answering, for a while or for good. */
  readonly outages?: readonly Outage[];
}
