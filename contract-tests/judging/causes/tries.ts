import type { Exchange } from '../talk/exchange.ts';
import { realClock } from '../talk/pace/clock.ts';
import { replayedTime } from '../talk/pace/time-limits.ts';
import type { Finding } from '../verdict/evidence.ts';
import type { Share } from './chance.ts';
import type { RecordedCall } from './recorded-call.ts';
import { breaks, type Replayed, type ReplayOptions, replayCalls } from './replay.ts';
import type { JudgedHistory } from './story.ts';
import { type NeededTiming, shortcoming, TimingsShown, timingOf } from './timing.ts';

export interface ConfirmOptions extends ReplayOptions, JudgedHistory {
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

/** Milliseconds that cost as much as a request: a slow server shall not be asked for half an hour. */
const msPerRequest = 200;

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

/** Sends calls that may show a broken clause, and counts how often they do. */
export class Tries {
  readonly #clause: string;
  readonly #options: ConfirmOptions;
  /** By the list of calls itself: another list is another story. */
  readonly #tallies = new Map<readonly RecordedCall[], Tally>();

  constructor(clause: string, options: ConfirmOptions) {
    this.#clause = clause;
    this.#options = options;
  }

  /** Whether there are requests left to send the calls so often. */
  mayTry({ length }: readonly RecordedCall[], times = 1): boolean {
    return length * times <= this.#options.budget.left;
  }

  /** Sends calls once more, and returns whether they show it. */
  async shows(calls: readonly RecordedCall[]): Promise<boolean> {
    const tally = this.#tallyOf(calls);
    const replayed = await this.#replay(calls);
    const isShown = this.#isShownBy(replayed);
    tally.of += 1;
    if (isShown) {
      tally.shown += 1;
      tally.timings.add(timingOf(replayed.made));
      tally.made = [...replayed.made].sort((a, b) => a.startedAt - b.startedAt);
      [tally.finding] = replayed.evidence.findings(this.#clause);
    }
    return isShown;
  }

  /** The same after a rest, as in a replay, before which nothing was sent. */
  async showsAlone(calls: readonly RecordedCall[]): Promise<boolean> {
    const { budget } = this.#options;
    // A rest leaves enough for the calls.
    const spare = Math.max(0, budget.left - 2 * calls.length);
    budget.left -= Math.min(replayedTime.restMs / msPerRequest, spare);
    await this.rest();
    return this.shows(calls);
  }

  /** A race condition is intermittent. */
  async showsOften(calls: readonly RecordedCall[], most: number): Promise<boolean> {
    for (let tries = 0; tries < most && (tries === 0 || this.mayTry(calls)); tries += 1)
      await this.shows(calls);
    return this.#tallyOf(calls).shown > 0;
  }

  /** The same with pauses between calls: then a replay may be as slow. */
  async showsSlowly(calls: readonly RecordedCall[], pause: number): Promise<boolean> {
    const tally = this.#tallyOf(calls);
    const replayed = await this.#replay(withPauses(calls, pause));
    if (!this.#isShownBy(replayed)) return false;
    tally.shown += 1;
    tally.of += 1;
    tally.timings.addPaused(timingOf(replayed.made));
    return true;
  }

  /** Tries calls that differ from others in one thing. Undefined if they were slower: that may be the reason. */
  async showsAsFast(
    calls: readonly RecordedCall[],
    others: readonly RecordedCall[],
  ): Promise<boolean | undefined> {
    const replayed = await this.#replay(calls);
    if (this.#isShownBy(replayed)) return true;
    const { within } = this.#tallyOf(others).timings.needed;
    const isSlow = shortcoming(timingOf(replayed.made), { within, beside: 0 }) !== undefined;
    return isSlow ? undefined : false;
  }

  /** Sends nothing for a while: what was tried before may make calls show it. */
  async rest(): Promise<void> {
    const { clock = realClock, signal } = this.#options;
    await clock.sleep(replayedTime.restMs, signal);
  }

  resultOf(calls: readonly RecordedCall[]): TryResult {
    const { shown, of, made, timings, finding } = this.#tallyOf(calls);
    return {
      shown,
      of,
      ...timings.needed,
      answers: made.map(({ response }) => response.status),
      ...(finding && { finding }),
    };
  }

  /** Milliseconds from the start of one call to the start of another, when they last showed it. */
  timeBetween(calls: readonly RecordedCall[], from: number, to: number): number {
    const { made } = this.#tallyOf(calls);
    const [first, second] = [made[from], made[to]];
    return first && second ? Math.ceil(second.startedAt - first.startedAt) : 0;
  }

  #isShownBy(replayed: Replayed): boolean {
    return breaks(this.#options.service, this.#clause, replayed);
  }

  #tallyOf(calls: readonly RecordedCall[]): Tally {
    const known = this.#tallies.get(calls) ?? new Tally();
    this.#tallies.set(calls, known);
    return known;
  }

  async #replay(calls: readonly RecordedCall[]): Promise<Replayed> {
    const { budget } = this.#options;
    budget.left -= calls.length;
    if (budget.left < 0) throw new OutOfBudget('enough requests were made to confirm findings');
    const replayed = await replayCalls(calls, this.#options);
    const { waited, exchanges, lost } = replayed;
    const ms = exchanges.reduce((sum, { startedAt, endedAt }) => sum + endedAt - startedAt, waited);
    budget.left -= Math.floor(ms / msPerRequest);
    if (lost && !this.#isShownBy(replayed)) throw lost;
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
