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
/** Turns that pass before one that goes first: the rate that was found is too high now and then. */
const spareTurns = 2;
/** Requests per second: a limiter that waits gets no slower than this. */
const leastPerSecond = 0.5;

/** How a request is let in. */
export interface Admission {
  readonly signal?: AbortSignal | undefined;
  /** Goes before others, and is seldom turned away: it cannot be repeated. */
  readonly isFirst?: boolean | undefined;
  /** Goes with all others of the kind that ask in the same turn of the event loop, when there is room for all. */
  readonly atOnce?: boolean | undefined;
  /** Shares a connection that was let in: it takes a turn and no place, so that it never waits for a place. */
  readonly isInside?: boolean | undefined;
  /** Takes a place and no turn: a connection, for requests that take their own turns. */
  readonly isConnection?: boolean | undefined;
}

/** Who waits at the door, and what is called when it opens. */
interface Waiting extends Admission {
  readonly enter: () => void;
}

/** Those that go together. */
type Group = readonly Waiting[];

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
  /** By who goes first: those inside, those that are first, groups, all others. */
  readonly #queues: readonly Group[][] = [[], [], [], []];
  /** The group of this turn of the event loop. */
  #gathered: Waiting[] = [];
  /** The number of exclusive senders, waiting ones included: while there are any, nobody else is let in. */
  #exclusive = 0;
  #lastExclusive: Promise<unknown> = Promise.resolve();
  readonly #untilIdle: (() => void)[] = [];
  /** When somebody is let in at the latest. */
  #wakesAt = Number.POSITIVE_INFINITY;

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

  /** Resolves when a request may be sent, with what has to be called at its end. */
  async enter(admission: Admission): Promise<() => void> {
    const { signal, isInside } = admission;
    await new Promise<void>((enter) => this.#queue({ ...admission, enter }));
    const leave = (): void => {
      if (!isInside) this.#running -= 1;
      this.#admit();
    };
    if (signal?.aborted) leave();
    signal?.throwIfAborted();
    return leave;
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
    const waiting = this.#queues.reduce((sum, { length }) => sum + length, 0);
    if (this.#running + waiting < Math.floor(this.#atOnce)) return;
    const careful = Math.min(growth * this.#atOnce, growthOfAll / this.#atOnce);
    const step = this.#isStarting ? 1 : careful;
    this.#atOnce = Math.min(mostAtOnce, this.#atOnce + step);
    this.#admit();
  }

  /** A response took so long: a server that has few workers gets fewer requests, before they time out. */
  recordDuration(sentAt: number, ms: number, timeoutMs: number): void {
    if (ms <= timeoutMs * slowAnswers.part || sentAt < this.#changedAt) return;
    this.#halveAtOnce();
    this.#changedAt = this.#clock.now();
  }

  /** The server turned a request away: if that happens to too many, all wait, longer each time until one is served. */
  recordTurnedAway(sentAt: number, toldMs = 0): void {
    if (sentAt < this.#changedAt) return;
    this.#borne += weight;
    if (this.#borne <= mostBorne) return;
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

  #queue(waiting: Waiting): void {
    const { atOnce, isInside, isFirst } = waiting;
    if (!atOnce) this.#queues[isInside ? 0 : isFirst ? 1 : 3]?.push([waiting]);
    else if (this.#gathered.push(waiting) === 1)
      setImmediate(() => {
        const group = this.#gathered;
        this.#gathered = [];
        const inside = group.filter((one) => one.isInside);
        if (inside.length > 0) this.#queues[0]?.push(inside);
        if (inside.length < group.length)
          this.#queues[2]?.push(group.filter((one) => !one.isInside));
        this.#admit();
      });
    this.#admit();
  }

  #admit(): void {
    if (this.#running === 0) for (const wake of this.#untilIdle.splice(0)) wake();
    for (let next = this.#next(); next; next = this.#next()) {
      const { queue, group } = next;
      const turns = group.filter(({ isConnection }) => !isConnection).length;
      const isRisky = this.foundRate !== undefined && group.some(({ isFirst }) => isFirst);
      const due = this.#nextAt + (turns - 1 + (isRisky ? spareTurns : 0)) * this.#interval;
      if (turns > 0 && this.#mustSleep(due, group[0]?.signal)) return;
      queue.shift();
      this.#nextAt = Math.max(this.#nextAt, this.#clock.now() + turns * this.#interval);
      this.#running += placesOf(group);
      for (const { enter } of group) enter();
    }
  }

  /** Whether it is not yet time; then somebody is let in when it is, or when this is stopped. */
  #mustSleep(due: number, signal: AbortSignal | undefined): boolean {
    const wait = due - this.#clock.now();
    if (wait <= leastWaitMs || signal?.aborted) return false;
    if (due >= this.#wakesAt) return true;
    this.#wakesAt = due;
    const wake = (): void => {
      if (this.#wakesAt === due) this.#wakesAt = Number.POSITIVE_INFINITY;
      this.#admit();
    };
    this.#clock.sleep(wait, signal).then(wake, wake);
    return true;
  }

  /** Those that are let in next, if there is room for them. */
  #next(): { readonly queue: Group[]; readonly group: Group } | undefined {
    const open = this.#exclusive > 0 ? this.#queues.slice(0, 1) : this.#queues;
    const rank = open.findIndex(({ length }) => length > 0);
    const queue = open[rank];
    if (!queue?.[0]) return undefined;
    const isGroup = rank === 2;
    // One more for those that go first: they would wait for as long as a slow server takes.
    const extra = rank === 1 && this.#isStarting ? 1 : 0;
    const most = isGroup && this.#isStarting ? mostAtOnce : Math.floor(this.#atOnce) + extra;
    // More than there may ever be go as a part and the rest.
    if (isGroup && queue[0].length > most)
      queue.splice(0, 1, queue[0].slice(0, most), queue[0].slice(most));
    const [group] = queue;
    const places = placesOf(group);
    return places === 0 || this.#running + places <= most ? { queue, group } : undefined;
  }
}

function placesOf(group: Group): number {
  return group.filter(({ isInside }) => !isInside).length;
}
