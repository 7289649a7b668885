import { sleep } from './sleep.ts';

/** Lets requests through: so many at once, so many a second, none for a token that has to wait. */
export class Gate {
  #limit = 24;
  #running = 0;
  #nextAt = 0;
  readonly #spacing: number;
  readonly #waiting: (() => void)[] = [];
  readonly #pausedUntil = new Map<string, number>();

  constructor(requestsPerSecond: number | undefined) {
    this.#spacing = requestsPerSecond ? 1000 / requestsPerSecond : 0;
  }

  /** A server that throttles gets fewer requests at once from then on. */
  pause(token: string, ms: number): void {
    this.#pausedUntil.set(
      token,
      Math.max(this.#pausedUntil.get(token) ?? 0, performance.now() + ms),
    );
    this.#limit = Math.max(2, Math.floor(this.#limit * 0.75));
  }

  async through<T>(token: string, send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (;;) {
      const paused = (this.#pausedUntil.get(token) ?? 0) - performance.now();
      if (paused > 0) {
        // Whoever was woken and has to wait lets the next one go.
        this.#waiting.shift()?.();
        await sleep(paused, signal);
      } else if (this.#running >= this.#limit)
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else break;
      signal?.throwIfAborted();
    }
    this.#running += 1;
    try {
      await this.#slot();
      return await send();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  async #slot(): Promise<void> {
    if (this.#spacing === 0) return;
    const now = performance.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.#spacing;
    if (at > now) await sleep(at - now);
  }
}
