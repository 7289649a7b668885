/** The lowest rate. */
const least = 0.5;
/** Most limits are per second; for longer ones, the wait doubles until a request is served. */
const firstHoldMs = 1000;
const longestHoldMs = 16_000;
/** A request still throttled after this long has hit a limit per minute. */
const byTheMinuteMs = 8000;
const minuteMs = 60_000;
/** A rate is stable after this many served requests over some seconds: a limit may reset with each. */
const patience = 20;
const patienceSeconds = 2.2;
/** A rate that was too high is tried again only after this long. */
const longPatienceMs = 45_000;
const faster = 1.1;
/** The first step: the limit may have been on concurrency, not on the rate. */
const bold = 4;
const slower = 0.7;
/** Slightly below the rate served in one second, since clocks differ. */
const below = 0.94;
/** The search ends when it is this close to the rate that was too high. */
const near = 0.94;

/** Finds a sustainable rate for a server that throttles: starts slightly below what was too much, then gets closer. */
export class Rate {
  readonly #given: number | undefined;
  #perSecond: number | undefined;
  /** The last stable rate, and the last that was too high. */
  #held = 0;
  #tooMuch = Number.POSITIVE_INFINITY;
  #isBold = true;
  #changedAt = Number.NEGATIVE_INFINITY;
  #holdMs = firstHoldMs;
  #nextAt = 0;
  #inARow = 0;
  /** Times of served requests, for the last minute at least. */
  #served: number[] = [];

  constructor(given: number | undefined) {
    this.#given = given;
    this.#perSecond = given;
  }

  /** The stable rate, or the first guess, if the server made us slower than requested. */
  get found(): number | undefined {
    const slowed = this.#slowed;
    return slowed && (this.#held || slowed);
  }

  get #slowed(): number | undefined {
    return this.#perSecond === this.#given ? undefined : this.#perSecond;
  }

  /** How long to wait before asking for a turn again; 0 takes the turn. */
  turn(now: number): number {
    if (now < this.#nextAt) return this.#nextAt - now;
    if (this.#perSecond !== undefined) this.#nextAt = now + 1000 / this.#perSecond;
    return 0;
  }

  served(now: number): void {
    this.#served.push(now);
    if (now - (this.#served[0] ?? now) > 2 * minuteMs)
      this.#served = this.#servedSince(now - minuteMs);
    this.#holdMs = firstHoldMs;
    this.#inARow += 1;
    const slowed = this.#slowed;
    if (slowed === undefined || !this.#hasHeld(slowed)) return;
    this.#held = slowed;
    const isFound = !this.#isBold && slowed >= this.#tooMuch * near;
    if (isFound && now - this.#changedAt < longPatienceMs) return;
    this.#changedAt = now;
    this.#inARow = 0;
    // A rate may have been too high by chance.
    if (this.#isBold) this.#tooMuch = Number.POSITIVE_INFINITY;
    if (isFound) this.#tooMuch = slowed * faster ** 2;
    this.#perSecond = Math.min(
      this.#given ?? Number.POSITIVE_INFINITY,
      Math.sqrt(slowed * this.#tooMuch),
      slowed * (this.#isBold ? bold : faster),
    );
  }

  /** A request sent then was throttled. Those sent before the last change of rate do not count. */
  throttledCount(sentAt: number, now: number, toldMs: number | undefined): void {
    if (sentAt < this.#changedAt) return;
    this.#slowDown(sentAt, now);
    const hold = Math.max(toldMs ?? 0, this.#holdMs);
    this.#holdMs = Math.min(longestHoldMs, this.#holdMs * 2);
    this.#inARow = 0;
    this.#changedAt = now + hold;
    this.#nextAt = Math.max(this.#nextAt, now + hold);
  }

  #slowDown(sentAt: number, now: number): void {
    const current = this.#perSecond;
    if (current === undefined) {
      this.#tooMuch = Math.max(1, this.#servedSince(sentAt - 1000).length);
      this.#perSecond = Math.max(least, this.#tooMuch * below);
      return;
    }
    this.#tooMuch = current;
    this.#perSecond = Math.max(least, this.#slowerThan(current, now));
    this.#isBold = false;
    this.#held = 0;
  }

  #slowerThan(current: number, now: number): number {
    if (this.#holdMs >= byTheMinuteMs) {
      const inAMinute = this.#servedSince(now - minuteMs).length;
      return Math.min(current, (inAMinute * below * 1000) / minuteMs);
    }
    return this.#held > 0 && this.#held < current ? this.#held : current * slower;
  }

  #hasHeld(rate: number): boolean {
    return this.#inARow >= Math.max(patience, rate * patienceSeconds);
  }

  #servedSince(moment: number): number[] {
    return this.#served.filter((at) => at > moment);
  }
}
