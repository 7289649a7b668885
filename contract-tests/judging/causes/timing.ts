import type { Exchange } from '../talk/exchange.ts';
import { replayedTime } from '../talk/pace/time-limits.ts';

type Timed = Pick<Exchange, 'startedAt' | 'endedAt'>;

/** How fast a call followed the one before it, in milliseconds. */
interface Step {
  /** From the start of the call before to the end of this one: no more time lay between them on the server. */
  readonly span: number;
  /** From the end of the call before to the start of this one: no less lay between them there. */
  readonly gap: number;
  /** Whether this call began before the one before it had ended. */
  readonly isBeside: boolean;
}

/** The timing of calls: one step for each after the first. */
export type Timing = readonly Step[];

export function timingOf(made: readonly Timed[]): Timing {
  const inOrder = [...made].sort((a, b) => a.startedAt - b.startedAt);
  return inOrder.slice(1).map(({ startedAt, endedAt }, nth) => {
    const before = inOrder[nth] as Timed;
    return {
      span: Math.ceil(endedAt - before.startedAt),
      gap: Math.max(0, Math.floor(startedAt - before.endedAt)),
      isBeside: startedAt < before.endedAt,
    };
  });
}

/** How many calls began before the one before them had ended. */
export function countBeside(timing: Timing): number {
  return timing.filter(({ isBeside }) => isBeside).length;
}

/** What a try has to be like to show a fault, as far as is known. */
export interface NeededTiming {
  /** For each call after the first, how many milliseconds after the start of the one before it may end. */
  readonly within: readonly number[];
  /** How many calls ran beside the one before them. */
  readonly beside: number;
}

/** What is needed at most, by all tries that showed a fault. */
export function neededBy(needed: NeededTiming | undefined, timing: Timing): NeededTiming {
  const { times, moreMs } = replayedTime.beside;
  // Requests that run beside each other may wait for one another once that is mended.
  const spans = timing.map(({ span, isBeside }) => (isBeside ? times * span + moreMs : span));
  const beside = countBeside(timing);
  return {
    within: longest(spans, needed),
    beside: Math.min(beside, needed?.beside ?? beside),
  };
}

/** The same of a try with pauses: of the time in between, only they are certain. */
export function neededWithPauses(needed: NeededTiming, timing: Timing): NeededTiming {
  const gaps = timing.map(({ gap }) => gap);
  return { ...needed, within: longest(gaps, needed) };
}

function longest(values: readonly number[], needed: NeededTiming | undefined): number[] {
  const within = [...(needed?.within ?? [])];
  for (const [nth, ms] of values.entries()) within[nth] = Math.max(ms, within[nth] ?? 0);
  return within;
}

/** Why a try that showed nothing may have missed a fault that is still there. */
export function shortcoming(timing: Timing, needed: NeededTiming): string | undefined {
  const beside = countBeside(timing);
  // Which of many requests overlap is a matter of chance.
  if (beside < needed.beside / 2)
    return `${beside} requests ran beside the one before them, and ${needed.beside} when it was found`;
  for (const [nth, { span }] of timing.entries()) {
    const most = needed.within[nth];
    if (most !== undefined && span > most + replayedTime.slackMs)
      return `request ${nth + 2} ended ${span} ms after the start of the one before it, and up to ${most} ms it is known to be seen`;
  }
  return undefined;
}
