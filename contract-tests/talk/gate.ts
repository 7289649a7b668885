import { setTimeout as sleep } from 'node:timers/promises';

/** Requests in flight at once, where nothing speaks against it. */
const most = 24;

/** Lets requests through: so many at once, so many a second, none for a token that has to wait. */
export class Gate {
  #limit = most;
  #running = 0;
  #nextAt = 0;
  readonly #spacing: number;
  readonly #waiting: (() => void)[] = [];
  readonly #pausedUntil = new Map<string, number>();
  readonly #recent = new Map<string, readonly boolean[]>();

  constructor(requestsPerSecond: number | undefined) {
    this.#spacing = requestsPerSecond ? 1000 / requestsPerSecond : 0;
  }

  /** What came of a request: a server that throttles gets fewer at once, until it stops doing so. */
  heard(token: string, throttledForMs: number | undefined): void {
    const recent = [...(this.#recent.get(token) ?? []), throttledForMs !== undefined].slice(-10);
    this.#recent.set(token, recent);
    if (throttledForMs === undefined) {
      // Slower at low limits: a server that takes one request at a time should seldom get two.
      this.#limit = Math.min(most, this.#limit + Math.min(0.2, this.#limit / 50));
      return;
    }
    this.#limit = Math.max(1, this.#limit * 0.75);
    // One request turned away waits alone; when many are, all of this token wait.
    if (recent.filter(Boolean).length < 4) return;
    const until = performance.now() + throttledForMs;
    this.#pausedUntil.set(token, Math.max(this.#pausedUntil.get(token) ?? 0, until));
  }

  async through<T>(token: string, send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    for (;;) {
      const paused = (this.#pausedUntil.get(token) ?? 0) - performance.now();
      if (paused > 0) {
        // It may have been woken for this turn: pass the turn on.
        this.#waiting.shift()?.();
        await sleep(paused, undefined, { signal });
      } else if (this.#running >= Math.floor(this.#limit))
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else break;
      // A stopped request passes its turn on, or nobody would be woken again.
      if (signal?.aborted) this.#waiting.shift()?.();
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
