/** So many requests without an answer, while none came for so long, mean that nobody is there any more. */
const signs = [
  { failures: 8, silentMs: 5_000 },
  { failures: 2, silentMs: 25_000 },
];

/** Ends a conversation that has become a monologue: else every request would wait for its time-out. */
export class Breaker {
  #failures = 0;
  #answeredAt: number;

  constructor(now: number) {
    this.#answeredAt = now;
  }

  answered(now: number): void {
    // Who was given up is not asked again, so what comes now is late.
    if (this.isOpen) return;
    this.#failures = 0;
    this.#answeredAt = now;
  }

  failed(now: number): void {
    this.#failures += 1;
    const silentMs = now - this.#answeredAt;
    this.isOpen ||= signs.some(
      (sign) => this.#failures >= sign.failures && silentMs >= sign.silentMs,
    );
  }

  /** Nothing is sent any more. */
  isOpen = false;
}
