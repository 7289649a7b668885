import type { Exchange } from '../talk/exchange.ts';

/** An answer to an open point that a team wants its server to give. */
export interface ExpectationResult {
  readonly openPoint: string;
  readonly expected: string | number | boolean;
  readonly verdict: 'as-expected' | 'differs' | 'not-seen';
  /** What was seen instead, or why nothing was. */
  readonly actual?: string;
  readonly exchange?: Exchange;
}

export interface ExpectationReport {
  readonly file: string;
  /** Whether a different answer ends the run with 1. */
  readonly strict?: boolean;
  readonly results: readonly ExpectationResult[];
  /** A one-line summary. */
  readonly summary: string;
}
