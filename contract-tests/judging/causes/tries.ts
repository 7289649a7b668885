import type { Exchange } from '../talk/exchange.ts';
import { realClock } from '../talk/pace/clock.ts';
import { replayedTime } from '../talk/pace/time-limits.ts';
import type { Finding } from '../verdict/evidence.ts';
import type { Share } from './chance.ts';
import type { RecordedCall } from './recorded-call.ts';
import { breaks, type ReplayOptions, replayCalls } from './replay.ts';
import type { JudgedHistory } from './story.ts';
import {
  type NeededTiming,
  neededBy,
  neededWithPauses,
  shortcoming,
  type Timing,
  timingOf,
} from './timing.ts';

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

const nothingKnown: NeededTiming = { within: [], beside: 0 };

/** What came of the tries of some calls. */
interface Tally {
  shown: number;
  of: number;
  /** The timing of the last try. */
  timing: Timing;
  /** What the tries that showed it had in common. */
  needed?: NeededTiming;
  /** The calls as they were made when they last showed it. */
  made: readonly Exchange[];
  /** What was found then; absent where they broke another clause by the same observation. */
  finding?: Finding | undefined;
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
    const { isShown, made, finding } = await this.#replay(calls);
    tally.of += 1;
    tally.timing = timingOf(made);
    if (!isShown) return false;
    tally.shown += 1;
    tally.needed = neededBy(tally.needed, tally.timing);
    tally.made = made;
    tally.finding = finding;
    return true;
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

  /** The same with pauses between calls: then a replay may be as slow. What is not shown so is not counted. */
  async showsSlowly(calls: readonly RecordedCall[], pause: number): Promise<boolean> {
    const tally = this.#tallyOf(calls);
    const { isShown, made } = await this.#replay(withPauses(calls, pause));
    if (!isShown) return false;
    tally.shown += 1;
    tally.of += 1;
    tally.needed = neededWithPauses(tally.needed ?? nothingKnown, timingOf(made));
    return true;
  }

  /** Whether calls were last tried as fast as others that show it: if not, that may be why they did not. */
  wereAsFast(calls: readonly RecordedCall[], others: readonly RecordedCall[]): boolean {
    const { within } = this.#tallyOf(others).needed ?? nothingKnown;
    return shortcoming(this.#tallyOf(calls).timing, { within, beside: 0 }) === undefined;
  }

  /** Sends nothing for a while: what was tried before may make calls show it. */
  async rest(): Promise<void> {
    const { clock = realClock, signal } = this.#options;
    await clock.sleep(replayedTime.restMs, signal);
  }

  resultOf(calls: readonly RecordedCall[]): TryResult {
    const { shown, of, made, needed = nothingKnown, finding } = this.#tallyOf(calls);
    return {
      shown,
      of,
      ...needed,
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

  #tallyOf(calls: readonly RecordedCall[]): Tally {
    const known = this.#tallies.get(calls) ?? { shown: 0, of: 0, timing: [], made: [] };
    this.#tallies.set(calls, known);
    return known;
  }

  async #replay(calls: readonly RecordedCall[]) {
    const { budget, service } = this.#options;
    budget.left -= calls.length;
    if (budget.left < 0) throw new OutOfBudget('enough requests were made to confirm findings');
    const replayed = await replayCalls(calls, this.#options);
    const { waited, exchanges, evidence, lost } = replayed;
    const ms = exchanges.reduce((sum, { startedAt, endedAt }) => sum + endedAt - startedAt, waited);
    budget.left -= Math.floor(ms / msPerRequest);
    const isShown = breaks(service, this.#clause, replayed);
    if (lost && !isShown) throw lost;
    const made = [...replayed.made].sort((a, b) => a.startedAt - b.startedAt);
    const [finding] = evidence.findings(this.#clause);
    return { isShown, made, finding };
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
