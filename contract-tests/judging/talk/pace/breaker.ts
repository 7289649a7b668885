import { breakerLimits } from './time-limits.ts';

/** A circuit breaker: otherwise every request to a dead server would wait for its timeout. */
export class Breaker {
  #failures = 0;
  #answeredAt: number;

  constructor(now: number) {
    this.#answeredAt = now;
  }

  /** Too late once it is open: only a reset closes it. */
  answered(now: number): void {
    this.#failures = 0;
    this.#answeredAt = now;
  }

  /** Called when it was found out what the silence means. */
  reset(now: number): void {
    this.isOpen = false;
    this.answered(now);
  }

  failed(now: number): void {
    this.#failures += 1;
    const silentMs = now - this.#answeredAt;
    this.isOpen ||= breakerLimits.signs.some(
      (sign) => this.#failures >= sign.failures && silentMs >= sign.silentMs,
    );
  }

  /** Nothing is sent any more. */
  isOpen = false;
}
