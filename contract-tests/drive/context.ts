import type { Evidence } from '../model/evidence.ts';
import type { Reports } from '../model/reports.ts';
import type { Callers } from '../talk/callers.ts';
import type { Draft } from '../talk/draft.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { KnownCallers } from '../talk/known-callers.ts';
import type { Target } from '../target/target.ts';
import type { ScenarioApi } from './api.ts';

/** What a scenario works with. */
export interface Context {
  readonly api: ScenarioApi;
  readonly callers: Callers;
  readonly knownCallers: KnownCallers;
  readonly target: Target;
  readonly evidence: Evidence;
  readonly reports: Reports;
  readonly signal: AbortSignal | undefined;
  /** How cases are planned: the same seed gives the same cases. */
  readonly cases: {
    readonly seed: number;
    readonly thorough: boolean;
    readonly unplanned?: boolean;
  };
  /** A valid report nobody has posted before. */
  draft(changes?: Partial<Draft>): Draft;
  observe(openPoint: string, value: unknown, exchange?: Exchange): void;
  /** Whether this run wants to know the answer to an open point that costs requests of its own. */
  learns(openPoint: string): boolean;
  pause(ms: number): Promise<void>;
  /** Whether a limit has given this answer, which then says nothing of what was asked (8). */
  isLimit(exchange: Exchange): boolean;
  /** The same for another conversation beside this one. */
  conversation(name: string): Context;
  /** Work that several scenarios share: done once in a run, in a context that waits for no turn. */
  shared<T>(name: string, make: (context: Context) => Promise<T>): Promise<T>;
  /** Every exchange so far. */
  exchanges(): readonly Exchange[];
  /** The second feed, where the target names one. */
  otherService(): string;
  /** All that the target names. */
  readonly feeds: readonly string[];
}
