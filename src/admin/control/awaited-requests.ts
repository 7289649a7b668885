import type { SeenExchange } from '../../traffic/exchange.ts';
import type { RequestFilter } from '../../worlds/seen-requests.ts';
import type { World } from '../../worlds/world.ts';
import { ControlProblem } from './problem.ts';

/** How many requests to wait for, and how long. */
export interface WantedRequests {
  /** The number of matching requests. Default: 1. */
  readonly count?: number;
  /** Default: 10,000. */
  readonly timeoutMs?: number;
  /** Ends the wait early, like a timeout. */
  readonly signal?: AbortSignal;
}

/** Resolves when this many requests have been seen; throws a ControlProblem after the timeout. */
export async function awaitRequests(
  { requests, gone }: World,
  { count = 1, timeoutMs = 10_000, signal, ...filter }: RequestFilter & WantedRequests,
): Promise<SeenExchange[]> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const ends = [late.signal, gone, ...(signal ? [signal] : [])];
  const seen = await requests.until(count, filter, AbortSignal.any(ends));
  clearTimeout(timer);
  const found = requests.list(filter);
  if (seen) return found;
  const why = gone.aborted ? 'before the world was closed' : `within ${timeoutMs} ms`;
  const detail = `${found.length} of ${count} matching requests were seen ${why}.`;
  throw new ControlProblem('timed-out', detail);
}
