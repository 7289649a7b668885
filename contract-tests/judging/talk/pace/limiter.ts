import { type Clock, realClock } from './clock.ts';
import { slowAnswers, throttling } from './time-limits.ts';

/** How many requests are sent at once: in the beginning, and at most. */
const firstAtOnce = 2;
const mostAtOnce = 24;
/** What each request that is served adds: little at low numbers, as a server of one at a time should seldom get two. */
const growth = 0.02;
/** At high numbers, as many as are under way add one together. */
const growthOfAll = 1;
/** One request that is turned away weighs as much as so many that are served: it is one in six that is too many. */
const weight = 5;
/** How much of it is borne before all slow down. */
const mostBorne = 24;
/** What a rate is lowered to. */
const slower = 0.75;
/** What is left of a wait because numbers are rounded: added to the time, it may change nothing. */
const leastWaitMs = 1e-6;
/** Requests per second: a limiter that waits gets no slower than this. */
const leastPerSecond = 0.5;

/** How a request is let in. */
export interface Admission {
  readonly signal?: AbortSignal | undefined;
  /** Goes before others at the door, and again in turn. */
  readonly isFirst?: boolean | undefined;
  /** Goes with all others of the kind that ask in the same turn of the event loop, when there is room for all. */
  readonly atOnce?: boolean | undefined;
}

type LetIn = () => void;

/**
 * Decides when a request is sent: so many at once, and so many per second where that is limited. As in TCP, both
 * grow by steps and are lowered when too many requests are turned away; the number at once also when the server
 * answers slowly.
 */
export class Limiter {
  readonly #clock: Clock;
  /** Requests per second as the user wants it; undefined for no limit. */
  readonly #configured: number | undefined;
  #atOnce = firstAtOnce;
  /** Until it is halved for the first time, each request that is served adds one. */
  #isStarting = true;
  /** How many at once were too many the last time. */
  #tooMany = 0;
  #running = 0;
  #perSecond: number | undefined;
  /** What the rate gains in a second: as much as it has lost, in the time for that. */
  #gain = 0;
  readonly #startedAt: number;
  #servedCount = 0;
  #nextAt = 0;
  #holdMs: number = throttling.firstHoldMs;
  /** What was turned away, less what was served. */
  #borne = 0;
  /** What was sent before says nothing about the present limits. */
  #changedAt = Number.NEGATIVE_INFINITY;
  readonly #waiting: LetIn[] = [];
  /** Those that go before others. */
  readonly #waitingFirst: LetIn[] = [];
  /** Those that go together; nobody else is let in before the first of these groups. */
  readonly #groups: LetIn[][] = [];
  /** The group of this turn of the event loop. */
  #gathered: LetIn[] = [];
  /** Those that take their turns together. */
  #together: { count: number; readonly due: Promise<void> } | undefined;
  /** How many of these are under way and wait for their turn. */
  #firstInTurn = 0;
  /** The number of exclusive senders, waiting ones included: while there are any, nobody else is let in. */
  #exclusive = 0;
  #lastExclusive: Promise<unknown> = Promise.resolve();
  readonly #untilIdle: (() => void)[] = [];

  constructor(requestsPerSecond: number | undefined, clock: Clock = realClock) {
    this.#configured = requestsPerSecond;
    this.#perSecond = requestsPerSecond;
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  /** The present rate, if the server made it lower than it was configured. */
  get foundRate(): number | undefined {
    return this.#perSecond === this.#configured ? undefined : this.#perSecond;
  }

  /** Sends a request when it is its turn. */
  async run<T>(send: () => Promise<T>, admission: Admission): Promise<T> {
    const leave = await this.enter(admission);
    try {
      await this.untilTurn(admission);
      return await send();
    } finally {
      leave();
    }
  }

  /** Resolves when one more may be under way, with what has to be called at its end. */
  async enter(admission: Admission): Promise<() => void> {
    await new Promise<void>((resolve) => this.#queue(resolve, admission));
    if (admission.signal?.aborted) this.#leave();
    admission.signal?.throwIfAborted();
    return () => this.#leave();
  }

  /** Resolves when a request of one that is under way may be sent. */
  untilTurn(admission: Admission): Promise<void> {
    if (!admission.atOnce || this.#perSecond === undefined) return this.#untilTurns(1, admission);
    this.#together ??= { count: 0, due: this.#untilTurnOfAll(admission) };
    this.#together.count += 1;
    return this.#together.due;
  }

  /** Those that ask in the same turn of the event loop take so many turns together, before and after them. */
  async #untilTurnOfAll(admission: Admission): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const count = this.#together?.count ?? 1;
    this.#together = undefined;
    await this.#untilTurns(count, { ...admission, isFirst: true });
  }

  async #untilTurns(count: number, { signal, isFirst = false }: Admission): Promise<void> {
    const waitFor = () => this.#waitFor(isFirst) + (count - 1) * this.#interval;
    if (isFirst) this.#firstInTurn += count;
    try {
      // The rate may have changed while waiting, so that a turn is taken only when it is due.
      for (let wait = waitFor(); wait > leastWaitMs; wait = waitFor())
        await this.#clock.sleep(wait, signal);
    } finally {
      if (isFirst) this.#firstInTurn -= count;
    }
    this.#nextAt = Math.max(this.#nextAt, this.#clock.now() + count * this.#interval);
  }

  /** Sends while nothing else is under way: the response is then unrelated to the pace. */
  alone<T>(send: () => Promise<T>): Promise<T> {
    this.#exclusive += 1;
    const result = this.#lastExclusive.then(async () => {
      while (this.#running > 0) await new Promise<void>((resolve) => this.#untilIdle.push(resolve));
      return send();
    });
    const end = (): void => {
      this.#exclusive -= 1;
      this.#admit();
    };
    this.#lastExclusive = result.then(end, end);
    return result;
  }

  /** A request was served: the server takes this much, and perhaps more. */
  recordServed(): void {
    this.#servedCount += 1;
    this.#borne = Math.max(0, this.#borne - 1);
    this.#holdMs = throttling.firstHoldMs;
    if (this.foundRate !== undefined) {
      const raised = this.foundRate + this.#gain / this.foundRate;
      this.#perSecond = Math.min(raised, this.#configured ?? Number.POSITIVE_INFINITY);
    }
    // Only what is used up has been tried.
    if (this.#running < Math.floor(this.#atOnce)) return;
    const careful = Math.min(growth * this.#atOnce, growthOfAll / this.#atOnce);
    const step = this.#isStarting ? 1 : careful;
    this.#atOnce = Math.min(mostAtOnce, this.#atOnce + step);
    this.#admit();
  }

  /** A response took so long: a server that has few workers gets fewer requests, before they time out. */
  recordDuration(sentAt: number, ms: number, timeoutMs: number): void {
    if (ms > timeoutMs * slowAnswers.part) this.sendFewerAtOnce(sentAt);
  }

  /** The server asked a request that was sent then to wait. */
  sendFewerAtOnce(sentAt: number): void {
    if (sentAt < this.#changedAt) return;
    this.#halveAtOnce();
    this.#changedAt = this.#clock.now();
  }

  /** The server turned a request away, which is no reason to slow down while most are served. */
  recordTurnedAway(sentAt: number, toldMs?: number): void {
    if (sentAt < this.#changedAt) return;
    this.#borne += weight;
    if (this.#borne > mostBorne) this.slowDown(sentAt, toldMs);
  }

  /** The server asked to wait, whoever asks: all requests wait, longer each time until one is served. */
  slowDown(sentAt: number, toldMs = 0): void {
    if (sentAt < this.#changedAt) return;
    const now = this.#clock.now();
    // If one at a time is too much, or fewer than the last time, it is not their number that is limited.
    const areFewer = Math.floor(this.#atOnce) < Math.floor(this.#tooMany);
    if (this.#atOnce < 2 || areFewer || this.foundRate !== undefined) this.#lowerRate(now);
    this.#tooMany = this.#atOnce;
    this.#halveAtOnce();
    this.#borne = 0;
    const hold = Math.max(toldMs, this.#holdMs);
    this.#holdMs = Math.min(throttling.longestHoldMs, this.#holdMs * 2);
    this.#changedAt = now + hold;
    this.#nextAt = Math.max(this.#nextAt, now + hold);
  }

  #halveAtOnce(): void {
    this.#isStarting = false;
    this.#atOnce = Math.max(1, this.#atOnce / 2);
  }

  /** The first rate is what was served so far, with all waits. */
  #lowerRate(now: number): void {
    const seconds = Math.max(1, (now - this.#startedAt) / 1000);
    const before = this.#perSecond;
    const lower = before === undefined ? this.#servedCount / seconds : before * slower;
    this.#perSecond = Math.max(leastPerSecond, lower);
    const lost = before === undefined ? this.#perSecond : before - this.#perSecond;
    this.#gain = lost / throttling.recoverySeconds;
  }

  /** Between two requests. */
  get #interval(): number {
    return this.#perSecond === undefined ? 0 : 1000 / this.#perSecond;
  }

  /** The next turns belong to those that are first. */
  #waitFor(isFirst: boolean): number {
    const before = isFirst ? 0 : this.#firstInTurn;
    return this.#nextAt - this.#clock.now() + before * this.#interval;
  }

  #leave(): void {
    this.#running -= 1;
    this.#admit();
  }

  #queue(letIn: LetIn, { isFirst, atOnce }: Admission): void {
    if (atOnce) this.#gather(letIn);
    else if (isFirst) this.#waitingFirst.push(letIn);
    else this.#waiting.push(letIn);
    this.#admit();
  }

  #gather(letIn: LetIn): void {
    this.#gathered.push(letIn);
    if (this.#gathered.length > 1) return;
    setImmediate(() => {
      this.#groups.push(this.#gathered);
      this.#gathered = [];
      this.#admit();
    });
  }

  #admit(): void {
    if (this.#running === 0) for (const wake of this.#untilIdle.splice(0)) wake();
    while (this.#exclusive === 0) {
      const next = this.#next();
      if (next.length === 0) return;
      this.#running += next.length;
      for (const letIn of next) letIn();
    }
  }

  /** Those that are let in next. */
  #next(): readonly LetIn[] {
    const [group] = this.#groups;
    if (group && this.#waitingFirst.length === 0) return this.#partOf(group);
    // One more for those that go first: they would wait for as long as a slow server takes.
    const room = Math.floor(this.#atOnce) - this.#running;
    if (room < (this.#waitingFirst.length > 0 && this.#isStarting ? 0 : 1)) return [];
    const one = this.#waitingFirst.shift() ?? this.#waiting.shift();
    return one ? [one] : [];
  }

  /** As many of a group as may ever be under way together, when there is room for them. */
  #partOf(group: LetIn[]): readonly LetIn[] {
    const most = this.#isStarting ? mostAtOnce : Math.floor(this.#atOnce);
    const size = Math.min(group.length, most);
    if (this.#running + size > most) return [];
    if (size === group.length) this.#groups.shift();
    return group.splice(0, size);
  }
}
