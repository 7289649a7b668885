import type { JudgedTarget } from '../../target.ts';
import { runLimit } from './time-limits.ts';

/** The maximum of a timer. */
const longestMs = 2 ** 31 - 1;

/** The time limit of a run; ends it like a stop. */
export class RunPatience {
  readonly #minutes: number;
  readonly #over = new AbortController();
  readonly #stopped: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  /** Aborts when the run was stopped, or its time is over. */
  readonly signal: AbortSignal;

  constructor({ pace }: JudgedTarget, stopped?: AbortSignal) {
    this.#minutes = pace.patienceMinutes ?? longestMs;
    this.#stopped = stopped;
    this.signal = stopped ? AbortSignal.any([stopped, this.#over.signal]) : this.#over.signal;
    const ms = Math.min(this.#minutes * 60_000, longestMs);
    this.#timer = setTimeout(() => this.#over.abort(), ms).unref();
  }

  /** A message for the report, if the limit was reached. */
  conditions(): string[] {
    if (!this.#over.signal.aborted || this.#stopped?.aborted) return [];
    return [`The run was ended after ${this.#minutes} minutes, as pace.patienceMinutes says.`];
  }

  /** Called when the run has ended. */
  end(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Work after a stop, such as cleaning up, ends when nothing has been served for a moment. It is counted in
 * steps: in one in which this process could not run, nothing could be heard either.
 */
export class QuietLimit {
  readonly #timer: NodeJS.Timeout;
  #stepsLeft: number = runLimit.steps;

  constructor({ pace }: JudgedTarget, onQuiet: () => void) {
    const ms = Math.max(runLimit.leastMs, pace.timeoutMs * runLimit.part);
    this.#timer = setInterval(() => {
      this.#stepsLeft -= 1;
      if (this.#stepsLeft > 0) return;
      this.end();
      onQuiet();
    }, ms / runLimit.steps);
  }

  /** Something was served. */
  restart(): void {
    this.#stepsLeft = runLimit.steps;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
