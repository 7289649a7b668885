import type { JudgedTarget } from '../../target.ts';
import { runLimit } from './time-limits.ts';

/** The maximum of a timer. */
const longestMs = 2 ** 31 - 1;

/** The time limit of a run; ends it like a stop. */
export interface RunPatience {
  readonly signal: AbortSignal;
  /** A message for the report, if the limit was reached. */
  conditions(): string[];
  /** Called when the run has ended. */
  end(): void;
}

export const runPatience = ({ pace }: JudgedTarget, stopped?: AbortSignal): RunPatience => {
  const { patienceMinutes = longestMs } = pace;
  const over = new AbortController();
  const ms = Math.min(patienceMinutes * 60_000, longestMs);
  const timer = setTimeout(() => over.abort(), ms).unref();
  return {
    signal: stopped ? AbortSignal.any([stopped, over.signal]) : over.signal,
    conditions: () =>
      over.signal.aborted && !stopped?.aborted
        ? [`The run was ended after ${patienceMinutes} minutes, as pace.patienceMinutes says.`]
        : [],
    end: () => clearTimeout(timer),
  };
};

/**
 * Work after a stop, such as cleaning up, ends when nothing has been served for a moment. It is counted in
 * steps: in one in which this process could not run, nothing could be heard either.
 */
export const whileServed = ({ pace }: JudgedTarget, end: () => void) => {
  let left: number = runLimit.steps;
  const ms = Math.max(runLimit.leastMs, pace.timeoutMs * runLimit.part);
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    end();
  }, ms / runLimit.steps);
  return {
    served: () => {
      left = runLimit.steps;
    },
    over: () => clearInterval(timer),
  };
};
