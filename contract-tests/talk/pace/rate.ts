/** Slower than this nobody is asked. */
const least = 0.5;
/** Most limits are by the second; longer ones double the wait until somebody is served. */
const firstHoldMs = 1000;
const longestHoldMs = 16_000;
/** After so many that were served, a little faster. */
const patience = 20;
const faster = 1.1;
const slower = 0.6;
const forgetting = 1.02;
/** How near to a rate that was too much another may come. */
const near = 0.9;

/** Finds a rate that holds, where a server turns away what comes too fast: well below what was too much, then slowly up again. */
export class Rate {
  readonly #given: number | undefined;
  #perSecond: number | undefined;
  #tooMuch = Number.POSITIVE_INFINITY;
  #changedAt = Number.NEGATIVE_INFINITY;
  #holdMs = firstHoldMs;
  #nextAt = 0;
  #inARow = 0;
  #lastSecond: number[] = [];

  constructor(given: number | undefined) {
    this.#given = given;
    this.#perSecond = given;
  }

  /** Requests a second, where the server made us slower than was asked for. */
  get found(): number | undefined {
    return this.#perSecond === this.#given ? undefined : this.#perSecond;
  }

  /** Takes the next turn, and says how long to wait for it. */
  turn(now: number): number {
    const at = Math.max(now, this.#nextAt);
    if (this.#perSecond !== undefined) this.#nextAt = at + 1000 / this.#perSecond;
    return at - now;
  }

  served(now: number): void {
    this.#lastSecond = [...this.#lastSecond.filter((at) => at > now - 1000), now];
    this.#holdMs = firstHoldMs;
    this.#inARow += 1;
    const { found } = this;
    if (found === undefined || this.#inARow < patience) return;
    this.#inARow = 0;
    // What was too much once may have been so by chance.
    this.#tooMuch *= forgetting;
    const most = Math.min(this.#given ?? Number.POSITIVE_INFINITY, this.#tooMuch * near);
    this.#perSecond = Math.max(found, Math.min(found * faster, most));
  }

  /** A request sent then was too much. Those sent before the last change say nothing about it. */
  turnedAway(sentAt: number, now: number, toldMs: number | undefined): void {
    if (sentAt < this.#changedAt) return;
    const recent = this.#lastSecond.filter((at) => at > now - 1000).length;
    const seen = this.#perSecond ?? Math.max(1, recent);
    this.#tooMuch = seen;
    this.#perSecond = Math.max(least, seen * slower);
    this.#inARow = 0;
    const hold = Math.max(toldMs ?? 0, this.#holdMs);
    this.#holdMs = Math.min(longestHoldMs, this.#holdMs * 2);
    this.#changedAt = now + hold;
    this.#nextAt = Math.max(this.#nextAt, now + hold);
  }
}
