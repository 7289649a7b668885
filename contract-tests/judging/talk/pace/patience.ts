import { retries } from './time-limits.ts';

const { longestMs, shortestMs } = retries;
const mostTries = 12;

/**
 * How long to wait. A rate limit serves those who wait; a server that always responds 503 with
 * Retry-After, or refuses that way, does not. Each futile wait halves the budget of the next request,
 * so that a run ends in bounded time; each successful one restores it.
 */
export class Patience {
  #inVain = 0;

  /** Whether a request with this many attempts and this much waiting may wait this long again. */
  allows(tries: number, waitedMs: number, waitMs: number): boolean {
    const most = longestMs / 2 ** this.#inVain;
    return tries < mostTries && most >= shortestMs && waitedMs + waitMs <= most;
  }

  /** The result of a request that has waited. */
  waited(wasServed: boolean): void {
    this.#inVain = wasServed ? Math.max(0, this.#inVain - 2) : this.#inVain + 1;
  }
}
