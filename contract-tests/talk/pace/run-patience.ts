import type { Target } from '../../target/target.ts';

/** The longest that a timer waits. */
const longestMs = 2 ** 31 - 1;

/** The end of a run that takes too long, by the same way as a stop. */
export interface RunPatience {
  readonly signal: AbortSignal;
  /** What a report says of it: nothing, unless it has come to its end. */
  circumstances(): string[];
  /** The run has ended by itself. */
  end(): void;
}

export const runPatience = ({ pace }: Target, stopped?: AbortSignal): RunPatience => {
  const { patienceMinutes = longestMs } = pace;
  const over = new AbortController();
  const ms = Math.min(patienceMinutes * 60_000, longestMs);
  const timer = setTimeout(() => over.abort(), ms).unref();
  return {
    signal: stopped ? AbortSignal.any([stopped, over.signal]) : over.signal,
    circumstances: () =>
      over.signal.aborted && !stopped?.aborted
        ? [`The run was ended after ${patienceMinutes} minutes, as pace.patienceMinutes says.`]
        : [],
    end: () => clearTimeout(timer),
  };
};

/** As long as a stop waits for anything to be served. */
const quietMs = 1000;

/** What goes on after a stop, such as cleaning up, ends when nothing has been served for a moment. */
export const whileServed = (end: () => void) => {
  const timer = setTimeout(end, quietMs);
  return { served: () => void timer.refresh(), over: () => clearTimeout(timer) };
};
