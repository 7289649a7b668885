import type { Exchange } from '../../judging/talk/exchange.ts';
import type { Evidence } from '../../judging/verdict/evidence.ts';
import type { Reports } from '../model/known/reports.ts';
import type { Callers } from '../requests/callers.ts';
import type { Draft } from '../requests/draft.ts';
import type { KnownCallers } from '../requests/known-callers.ts';
import type { Target } from '../target/target.ts';
import type { ScenarioApi } from './api.ts';

/** The dependencies of a scenario. */
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
    readonly only?: readonly string[];
  };
  /** A valid report that was never sent before. */
  draft(changes?: Partial<Draft>): Draft;
  observe(openPoint: string, value: unknown, exchange?: Exchange): void;
  /** Whether this run should determine an open point that needs extra requests. */
  learns(openPoint: string): boolean;
  pause(ms: number): Promise<void>;
  /** Whether the response is a rate limit, and so says nothing about the request (8). */
  isLimit(exchange: Exchange): boolean;
  /** The same context under another scenario name. */
  conversation(name: string): Context;
  /** Work shared by several scenarios: done once per run, whole. */
  shared<T>(name: string, make: (context: Context) => Promise<T>): Promise<T>;
  /** All exchanges so far. */
  exchanges(): readonly Exchange[];
  /** The second feed, if the target has one. */
  otherService(): string;
  /** All feeds of the target. */
  readonly feeds: readonly string[];
}
