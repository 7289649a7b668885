import type { Exchange } from '../talk/exchange.ts';
import { replayedTime } from '../talk/pace/time-limits.ts';

type Timed = Pick<Exchange, 'startedAt' | 'endedAt'>;

/** How fast calls followed one another, in milliseconds: one value for each call after the first. */
export interface Timing {
  /** From the start of the call before to the end of this one: no more time lay between them on the server. */
  readonly spans: readonly number[];
  /** From the end of the call before to the start of this one: no less lay between them there. */
  readonly gaps: readonly number[];
  /** Whether this call began before the one before it had ended. */
  readonly isBeside: readonly boolean[];
}

/** What a try has to be like to show a fault, as far as is known. */
export interface NeededTiming {
  /** For each call after the first, how many milliseconds after the start of the one before it may end. */
  readonly within: readonly number[];
  /** How many calls ran beside the one before them. */
  readonly beside: number;
}

/** The timing of calls, in the order they were sent. */
export function timingOf(made: readonly Timed[]): Timing {
  const inOrder = [...made].sort((a, b) => a.startedAt - b.startedAt);
  const spans: number[] = [];
  const gaps: number[] = [];
  const isBeside: boolean[] = [];
  for (const [nth, { startedAt, endedAt }] of inOrder.entries()) {
    const before = inOrder[nth - 1];
    if (!before) continue;
    spans.push(Math.ceil(endedAt - before.startedAt));
    gaps.push(Math.max(0, Math.floor(startedAt - before.endedAt)));
    isBeside.push(startedAt < before.endedAt);
  }
  return { spans, gaps, isBeside };
}

/** Milliseconds from the start of the first call to the end of the last. */
export function durationOf(made: readonly Timed[]): number {
  const ends = made.map(({ endedAt }) => endedAt);
  return Math.ceil(Math.max(...ends) - Math.min(...made.map(({ startedAt }) => startedAt)));
}

/** How many calls began before the one before them had ended. */
export function countBeside({ isBeside }: Timing): number {
  return isBeside.filter((is) => is).length;
}

/** What is needed at most, by all tries that showed a fault. */
export class TimingsShown {
  readonly #within: number[] = [];
  #beside: number | undefined;

  /** Made as fast as it went. Requests that run beside each other may wait for one another once that is mended. */
  add(timing: Timing): void {
    const { times, moreMs } = replayedTime.beside;
    this.#raise(timing.spans.map((ms, nth) => (timing.isBeside[nth] ? times * ms + moreMs : ms)));
    const beside = countBeside(timing);
    this.#beside = Math.min(beside, this.#beside ?? beside);
  }

  /** Made with pauses: of the time in between, only they are certain. */
  addPaused({ gaps }: Timing): void {
    this.#raise(gaps);
  }

  get needed(): NeededTiming {
    return { within: [...this.#within], beside: this.#beside ?? 0 };
  }

  #raise(values: readonly number[]): void {
    for (const [nth, ms] of values.entries())
      this.#within[nth] = Math.max(ms, this.#within[nth] ?? 0);
  }
}

/** Why a try that showed nothing may have missed a fault that is still there. */
export function shortcoming(timing: Timing, needed: NeededTiming | undefined): string | undefined {
  if (!needed) return undefined;
  const { spans } = timing;
  const beside = countBeside(timing);
  // Which of many requests overlap is a matter of chance.
  if (beside < needed.beside / 2)
    return `${beside} requests ran beside the one before them, and ${needed.beside} when it was found`;
  for (const [nth, most] of needed.within.entries()) {
    const ms = spans[nth];
    if (ms !== undefined && ms > most + replayedTime.slackMs)
      return `request ${nth + 2} ended ${ms} ms after the start of the one before it, and up to ${most} ms it is known to be seen`;
  }
  return undefined;
}
