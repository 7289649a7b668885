import { type Clock, realClock } from './clock.ts';
import { Rate } from './rate.ts';

/** Requests in flight at once, where nothing speaks against it. */
const most = 24;

export interface GateOptions {
  readonly signal?: AbortSignal | undefined;
  /** As fast as it goes: who measures a limit must be able to reach it. */
  readonly unpaced?: boolean | undefined;
}

/** Lets requests through: so many at once, so many a second, none for a token that has to wait. */
export class Gate {
  #limit = most;
  #running = 0;
  /** Who wants to send alone, waiting ones included: as long as somebody does, the gate is closed. */
  #alone = 0;
  #lastAlone: Promise<unknown> = Promise.resolve();
  readonly #clock: Clock;
  readonly #rate: Rate;
  readonly #waiting: (() => void)[] = [];
  readonly #idle: (() => void)[] = [];
  readonly #pausedUntil = new Map<string, number>();
  readonly #recent = new Map<string, readonly boolean[]>();

  constructor(requestsPerSecond: number | undefined, clock: Clock = realClock) {
    this.#clock = clock;
    this.#rate = new Rate(requestsPerSecond);
  }

  /** Requests a second, where a limit of the server was met. */
  get foundRate(): number | undefined {
    return this.#rate.found;
  }

  /** What came of a request: a server that throttles gets fewer at once, until it stops doing so. */
  heard(token: string, throttledForMs: number | undefined): void {
    const recent = [...(this.#recent.get(token) ?? []), throttledForMs !== undefined].slice(-10);
    this.#recent.set(token, recent);
    if (throttledForMs === undefined) {
      this.#rate.served(this.#clock.now());
      // Slower at low limits: a server that takes one request at a time should seldom get two.
      this.#limit = Math.min(most, this.#limit + Math.min(0.2, this.#limit / 50));
      return;
    }
    this.#limit = Math.max(1, this.#limit * 0.75);
    // One request turned away waits alone; when many are, all of this token wait.
    if (recent.filter(Boolean).length < 4) return;
    const until = this.#clock.now() + throttledForMs;
    this.#pausedUntil.set(token, Math.max(this.#pausedUntil.get(token) ?? 0, until));
  }

  /** A limit of the server was met, and no refusal: everybody goes slower from now on. */
  limited(sentAt: number, toldMs: number | undefined): void {
    this.#limit = Math.max(1, this.#limit * 0.75);
    this.#rate.throttledCount(sentAt, this.#clock.now(), toldMs);
  }

  async through<T>(token: string, send: () => Promise<T>, how: GateOptions = {}): Promise<T> {
    const { signal, unpaced = false } = how;
    for (;;) {
      const paused = (this.#pausedUntil.get(token) ?? 0) - this.#clock.now();
      if (paused > 0) {
        // It may have been woken for this turn: pass the turn on.
        this.#waiting.shift()?.();
        await this.#clock.sleep(paused, signal);
      } else if (this.#alone > 0 || this.#running >= Math.floor(this.#limit))
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else break;
      // A stopped request passes its turn on, or nobody would be woken again.
      if (signal?.aborted) this.#waiting.shift()?.();
      signal?.throwIfAborted();
    }
    this.#running += 1;
    try {
      if (!unpaced) await this.#turn(signal);
      return await send();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  /** The pace may have changed while somebody waited, so a turn is taken only when it has come. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const wait = this.#rate.turn(this.#clock.now());
      if (wait <= 0) return;
      await this.#clock.sleep(wait, signal);
    }
  }

  /** Sends while nobody else does, one such after the other: what comes back is then no matter of pace. */
  alone<T>(send: () => Promise<T>): Promise<T> {
    this.#alone += 1;
    const turn = this.#lastAlone.then(async () => {
      while (this.#running > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
      return send();
    });
    const ended = (): void => {
      this.#alone -= 1;
      if (this.#alone > 0) return;
      for (const wake of this.#waiting.splice(0, Math.floor(this.#limit))) wake();
    };
    this.#lastAlone = turn.then(ended, ended);
    return turn;
  }

  #next(): void {
    if (this.#running === 0) for (const wake of this.#idle.splice(0)) wake();
    if (this.#alone === 0) this.#waiting.shift()?.();
  }
}
