import type { Exchange } from '../talk/exchange.ts';
import { realClock } from '../talk/pace/clock.ts';
import { replayedTime } from '../talk/pace/time-limits.ts';
import type { Finding } from '../verdict/evidence.ts';
import type { Share } from './chance.ts';
import type { RecordedCall } from './recorded-call.ts';
import { breaks, type Replayed, type ReplayOptions, replayCalls } from './replay.ts';
import { type NeededTiming, shortcoming, TimingsShown, timingOf } from './timing.ts';

export interface ConfirmOptions extends ReplayOptions {
  readonly history: readonly Exchange[];
  /** Whether deletion by id fails: then nothing more is created. */
  readonly leavesThings?: boolean;
  /** The request budget for all findings together; time uses it up as well. */
  readonly budget: { left: number };
}

/** Why calls are not repeated. */
export function objection(
  calls: readonly RecordedCall[],
  { service, leavesThings }: ConfirmOptions,
): string | undefined {
  const { callers, operations, created } = service;
  const counted = calls.find(({ caller }) => callers.isCounted(caller))?.caller;
  if (counted) return `it would use up requests of ${counted}`;
  const creates = calls.some(({ operation }) => operations.of(operation).effect === 'creates');
  const [, many] = created.words;
  return leavesThings && creates ? `it would leave ${many} that cannot be deleted` : undefined;
}

/** The requests for reproducing findings are used up. */
export class OutOfBudget extends Error {
  override readonly name = 'OutOfBudget';
}

/** Milliseconds that cost as much as a request. */
const msPerRequest = 200;

/** Milliseconds of waiting, for responses too: a slow server shall not be asked for half an hour. */
function waitedIn({ waited, exchanges }: Replayed): number {
  return exchanges.reduce((sum, { startedAt, endedAt }) => sum + endedAt - startedAt, waited);
}

/** In the order they were sent. */
function inOrder(exchanges: readonly Exchange[]): Exchange[] {
  return [...exchanges].sort((a, b) => a.startedAt - b.startedAt);
}

/** What came of the tries of some calls. */
class Tally {
  shown = 0;
  of = 0;
  readonly timings = new TimingsShown();
  /** The calls as they were made when they last showed it. */
  made: readonly Exchange[] = [];
  /** What was found then; absent where they broke another clause by the same observation. */
  finding: Finding | undefined;
}

/** What is known of calls that were tried. */
export interface TryResult extends Share, NeededTiming {
  /** The statuses of their responses when they last showed it. */
  readonly answers: readonly number[];
  /** What was found then. */
  readonly finding?: Finding;
}

/** Tries of calls that may show a broken clause, and what is known by them. */
export class Attempts {
  readonly #clause: string;
  readonly #options: ConfirmOptions;
  /** By the list of calls itself: another list is another story. */
  readonly #tallies = new Map<readonly RecordedCall[], Tally>();

  constructor(clause: string, options: ConfirmOptions) {
    this.#clause = clause;
    this.#options = options;
  }

  /** Whether there are requests left to try the calls so often. */
  mayTry({ length }: readonly RecordedCall[], times = 1): boolean {
    return length * times <= this.#options.budget.left;
  }

  /** Tries calls once more, and returns whether they show it. */
  async tryAgain(calls: readonly RecordedCall[]): Promise<boolean> {
    const tally = this.#tallyOf(calls);
    const replayed = await this.#replay(calls);
    const isShown = breaks(this.#options.service, this.#clause, replayed);
    tally.of += 1;
    if (isShown) {
      tally.shown += 1;
      tally.timings.add(timingOf(replayed.made));
      tally.made = inOrder(replayed.made);
      [tally.finding] = replayed.evidence.findings(this.#clause);
    }
    return isShown;
  }

  /** Tries calls as a replay will, which nothing was sent before. */
  async tryAlone(calls: readonly RecordedCall[]): Promise<boolean> {
    const { budget } = this.#options;
    // A rest leaves enough for the calls.
    const spare = Math.max(0, budget.left - 2 * calls.length);
    budget.left -= Math.min(replayedTime.restMs / msPerRequest, spare);
    await this.rest();
    return this.tryAgain(calls);
  }

  /** Sends nothing for a while: what was tried before may make these calls show it. */
  async rest(): Promise<void> {
    const { clock = realClock, signal } = this.#options;
    await clock.sleep(replayedTime.restMs, signal);
  }

  /** Tries calls with pauses between them; if they show it, a replay may be as slow. */
  async trySlowly(calls: readonly RecordedCall[], pause: number): Promise<boolean> {
    const tally = this.#tallyOf(calls);
    const replayed = await this.#replay(withPauses(calls, pause));
    if (!breaks(this.#options.service, this.#clause, replayed)) return false;
    tally.shown += 1;
    tally.of += 1;
    tally.timings.addPaused(timingOf(replayed.made));
    return true;
  }

  /** Tries calls that differ from others in one thing. Undefined if they were slower: that may be the reason. */
  async tryAsFast(
    calls: readonly RecordedCall[],
    others: readonly RecordedCall[],
  ): Promise<boolean | undefined> {
    const replayed = await this.#replay(calls);
    if (breaks(this.#options.service, this.#clause, replayed)) return true;
    const { within } = this.#tallyOf(others).timings.needed;
    const isSlow = shortcoming(timingOf(replayed.made), { within, beside: 0 }) !== undefined;
    return isSlow ? undefined : false;
  }

  resultOf(calls: readonly RecordedCall[]): TryResult {
    const { shown, of, made, timings, finding } = this.#tallyOf(calls);
    const { within, beside } = timings.needed;
    return {
      shown,
      of,
      within,
      beside,
      answers: made.map(({ response }) => response.status),
      ...(finding && { finding }),
    };
  }

  /** Milliseconds from the start of one call to the start of another, when they last showed it. */
  timeBetween(calls: readonly RecordedCall[], from: number, to: number): number {
    const { made } = this.#tallyOf(calls);
    const first = made[from];
    const second = made[to];
    return first && second ? Math.ceil(second.startedAt - first.startedAt) : 0;
  }

  #tallyOf(calls: readonly RecordedCall[]): Tally {
    const known = this.#tallies.get(calls) ?? new Tally();
    this.#tallies.set(calls, known);
    return known;
  }

  async #replay(calls: readonly RecordedCall[]): Promise<Replayed> {
    const { budget, service } = this.#options;
    budget.left -= calls.length;
    if (budget.left < 0) throw new OutOfBudget('enough requests were made to confirm findings');
    const replayed = await replayCalls(calls, this.#options);
    budget.left -= Math.floor(waitedIn(replayed) / msPerRequest);
    if (replayed.lost && !breaks(service, this.#clause, replayed)) throw replayed.lost;
    return replayed;
  }
}

/** What is sent at the same time stays so. */
function withPauses(calls: readonly RecordedCall[], pause: number): RecordedCall[] {
  return calls.map((call, nth) => {
    const isFirst = nth === 0;
    const isBeside = call.atOnce !== undefined && calls[nth - 1]?.atOnce === call.atOnce;
    return isFirst || isBeside ? call : { ...call, after: (call.after ?? 0) + pause };
  });
}

/** A race condition is intermittent. */
export async function tryOften(
  calls: readonly RecordedCall[],
  most: number,
  attempts: Attempts,
): Promise<TryResult> {
  let tries = 0;
  while (tries < most && (tries === 0 || attempts.mayTry(calls))) {
    await attempts.tryAgain(calls);
    tries += 1;
  }
  return attempts.resultOf(calls);
}
