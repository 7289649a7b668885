import type { SeenRequest } from '../worlds/seen-request.ts';
import type { RequestFilter } from '../worlds/seen-requests.ts';
import type { World } from '../worlds/world.ts';
import { ControlProblem } from './problem.ts';

/** How many requests are waited for, and how long. */
export interface WantedRequests {
  /** How many matching requests must have been seen; 1 where it is absent. */
  readonly count?: number;
  /** 10,000 where it is absent. */
  readonly timeoutMs?: number;
  /** Ends the wait early, as if it had taken too long. */
  readonly signal?: AbortSignal;
}

/** Resolves when so many have been seen; throws a ControlProblem when that takes too long. */
export async function awaitRequests(
  { requests, gone }: World,
  { count = 1, timeoutMs = 10_000, signal, ...filter }: RequestFilter & WantedRequests,
): Promise<SeenRequest[]> {
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
