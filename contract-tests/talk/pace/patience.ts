/** As long as one request is repeated for a server that asks to come back later. */
const longestMs = 30_000;
const mostTries = 12;
/** Waits shorter than this are always worth making once. */
const shortestMs = 100;

/**
 * How long waiting is worth while. A rate limit serves those who wait; a server that answers 503 with
 * Retry-After whatever comes, or as its way to refuse, does not. Each wait in vain halves what the
 * next request may wait, so that a run ends in bounded time, and each that was served restores it.
 */
export class Patience {
  #inVain = 0;

  /** Whether a request that has been sent so often, and has waited so long, may wait this long again. */
  allows(tries: number, waitedMs: number, waitMs: number): boolean {
    const most = longestMs / 2 ** this.#inVain;
    return tries < mostTries && most >= shortestMs && waitedMs + waitMs <= most;
  }

  /** What came of a request that has waited. */
  waited(wasServed: boolean): void {
    this.#inVain = wasServed ? Math.max(0, this.#inVain - 2) : this.#inVain + 1;
  }
}
