import { setImmediate } from 'node:timers/promises';

/** Milliseconds after which a signal is heard. */
const longest = 50;

/** Pauses of a long computation, in which signals are heard. */
export class Pauses {
  readonly #signal: AbortSignal;
  readonly #after: number;
  #since = performance.now();

  constructor(signal: AbortSignal, after = longest) {
    this.#signal = signal;
    this.#after = after;
  }

  /** Rejects once the command is stopped. */
  async next(): Promise<void> {
    if (performance.now() - this.#since < this.#after) return;
    await setImmediate();
    this.#signal.throwIfAborted();
    this.#since = performance.now();
  }
}
