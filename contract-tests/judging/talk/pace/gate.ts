import { type Clock, realClock } from './clock.ts';
import { Rate } from './rate.ts';
import { slowAnswers } from './time-limits.ts';

/** The maximum number of concurrent requests, and the number at the start. */
const mostAtOnce = 24;
const firstAtOnce = 8;

export interface GateOptions {
  readonly signal?: AbortSignal | undefined;
  /** Over the shared connection: it comes first, and another may follow at once, before the connection is idle for long. */
  readonly isKept?: boolean | undefined;
}

/** Limits concurrency and rate of requests, and holds back throttled tokens. */
export class Gate {
  readonly #most: number;
  #limit: number;
  /** Grows quickly until the first request is throttled or slow. */
  #isGrowing = true;
  #running = 0;
  /** The number of exclusive senders, waiting ones included: while there are any, the gate is closed. */
  #alone = 0;
  #lastAlone: Promise<unknown> = Promise.resolve();
  readonly #clock: Clock;
  readonly #rate: Rate;
  readonly #waiting: (() => void)[] = [];
  readonly #idle: (() => void)[] = [];
  readonly #pausedUntil = new Map<string, number>();
  readonly #recent = new Map<string, readonly boolean[]>();

  constructor(
    requestsPerSecond: number | undefined,
    clock: Clock = realClock,
    most: number = mostAtOnce,
  ) {
    this.#clock = clock;
    this.#most = most;
    this.#limit = Math.min(most, firstAtOnce);
    this.#rate = new Rate(requestsPerSecond);
  }

  /** Requests per second, once a rate limit was hit. */
  get foundRate(): number | undefined {
    return this.#rate.found;
  }

  /** The result of a request: a server that throttles gets fewer concurrent requests until it stops. */
  onResult(token: string, throttledForMs: number | undefined): void {
    const recent = [...(this.#recent.get(token) ?? []), throttledForMs !== undefined].slice(-10);
    this.#recent.set(token, recent);
    if (throttledForMs === undefined) {
      this.#rate.served(this.#clock.now());
      // Slower at low limits: a server that takes one request at a time should seldom get two.
      const step = this.#isGrowing ? 1 : Math.min(0.2, this.#limit / 50);
      this.#limit = Math.min(this.#most, this.#limit + step);
      return;
    }
    this.#shrink();
    // A single throttled request waits alone; if many are throttled, the whole token waits.
    if (recent.filter(Boolean).length < 4) return;
    const until = this.#clock.now() + throttledForMs;
    this.#pausedUntil.set(token, Math.max(this.#pausedUntil.get(token) ?? 0, until));
  }

  /** A rate limit was hit, not a refusal: all requests slow down. */
  limited(sentAt: number, toldMs: number | undefined): void {
    this.#shrink();
    this.#rate.throttledCount(sentAt, this.#clock.now(), toldMs);
  }

  /** How long a response took: a server that has few workers gets fewer requests, before they time out. */
  took(ms: number, timeoutMs: number): void {
    if (ms > timeoutMs * slowAnswers.part) this.#shrink();
  }

  #shrink(): void {
    this.#isGrowing = false;
    this.#limit = Math.max(1, this.#limit * 0.75);
  }

  async through<T>(token: string, send: () => Promise<T>, how: GateOptions = {}): Promise<T> {
    const { signal, isKept = false } = how;
    for (;;) {
      const paused = (this.#pausedUntil.get(token) ?? 0) - this.#clock.now();
      if (paused > 0) {
        // It may have been woken for this turn: passes the turn on.
        this.#waiting.shift()?.();
        await this.#clock.sleep(paused, signal);
      } else if (this.#alone > 0 || this.#running >= Math.floor(this.#limit))
        await new Promise<void>((resolve) =>
          isKept ? this.#waiting.unshift(resolve) : this.#waiting.push(resolve),
        );
      else break;
      // An aborted request passes its turn on; otherwise no other would be woken.
      if (signal?.aborted) this.#waiting.shift()?.();
      signal?.throwIfAborted();
    }
    this.#running += 1;
    try {
      await this.#turn(signal);
      return await send();
    } finally {
      const leave = (): void => {
        this.#running -= 1;
        this.#next();
      };
      // The scenario may go on over the same connection.
      if (isKept) setImmediate(leave);
      else leave();
    }
  }

  /** The pace may have changed while waiting, so a turn is taken only when it is due. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const wait = this.#rate.turn(this.#clock.now());
      if (wait <= 0) return;
      await this.#clock.sleep(wait, signal);
    }
  }

  /** Sends exclusively, one at a time: the response is then unrelated to the pace. */
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
