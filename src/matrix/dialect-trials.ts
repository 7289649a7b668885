import { type Dialect, type OpenPointId, pointById } from '../dialects/dialect.ts';
import type { TestResults } from './test-results.ts';

/** The result of the command under a dialect, and the open points it exercised. */
export interface DialectTrial {
  readonly dialect: Dialect;
  readonly passed: boolean;
  /** Dialects with the same answers to these points are indistinguishable to the command. */
  readonly exercised: ReadonlySet<OpenPointId>;
  /** As far as its output says. */
  readonly results?: TestResults | undefined;
}

/**
 * Runs the command under a dialect; `why` is its purpose, `isPlanned` is false for runs that narrow down a
 * failure.
 */
export type TryOut<T extends DialectTrial> = (
  dialect: Dialect,
  why: string,
  isPlanned: boolean,
) => Promise<T>;

export class NoRunsLeft extends Error {}

/** The search was stopped; the message says why. */
export class Stopped extends NoRunsLeft {}

/** The command had different results under the same dialect. */
export class FlakyCommand extends Error {
  readonly why: string;
  readonly passed: readonly boolean[];

  constructor(why: string, passed: readonly boolean[]) {
    super(why);
    this.why = why;
    this.passed = passed;
  }
}

/** A cache of all trials: no run is made whose result is known. */
export class Trials<T extends DialectTrial = DialectTrial> {
  readonly #tryOut: TryOut<T>;
  readonly #places: number;
  readonly #waiting: (() => void)[] = [];
  readonly #seen: T[] = [];
  #running = 0;
  #left: number;

  constructor(
    tryOut: TryOut<T>,
    { budget, jobs }: { readonly budget: number; readonly jobs: number },
  ) {
    this.#tryOut = tryOut;
    this.#left = budget;
    this.#places = jobs;
  }

  get seen(): readonly T[] {
    return this.#seen;
  }

  /** How many runs that are not planned may follow. */
  get left(): number {
    return this.#left;
  }

  /** A planned run; it does not count against the budget. */
  planned(dialect: Dialect, label: string): Promise<T> {
    return this.#inPlace(dialect, label, true);
  }

  /** The result under a dialect, from earlier runs if they determine it. */
  async outcome(dialect: Dialect, why: string): Promise<T> {
    return this.#alike(dialect) ?? this.#run(dialect, why);
  }

  /** Whether it passes, after this many runs of the same dialect with the same result. */
  async steady(dialect: Dialect, runs: number, why: string): Promise<boolean> {
    const own = () => this.#seen.filter((trial) => isSameDialect(trial.dialect, dialect));
    const missing = Math.max(0, runs - own().length);
    await allSettled(Array.from({ length: missing }, () => this.#run(dialect, why)));
    const ends = own().map(({ passed }) => passed);
    if (new Set(ends).size > 1) throw new FlakyCommand(why, ends);
    return ends[0] === true;
  }

  #alike(dialect: Dialect): T | undefined {
    // A run that exercised nothing says nothing about others.
    return this.#seen.find(
      (trial) =>
        trial.exercised.size > 0 &&
        [...trial.exercised].every((id) => trial.dialect[id] === dialect[id]),
    );
  }

  async #run(dialect: Dialect, why: string): Promise<T> {
    if (this.#left === 0) throw new NoRunsLeft();
    this.#left -= 1;
    return this.#inPlace(dialect, why, false);
  }

  async #inPlace(dialect: Dialect, why: string, isPlanned: boolean): Promise<T> {
    if (this.#running >= this.#places) {
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    }
    this.#running += 1;
    try {
      const trial = await this.#tryOut(dialect, why, isPlanned);
      this.#seen.push(trial);
      return trial;
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}

/** Waits for all, even if one fails: none may outlive the command. */
export async function allSettled<T>(all: readonly Promise<T>[]): Promise<T[]> {
  const ends = await Promise.allSettled(all);
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}

export const isSameDialect = (one: Dialect, other: Dialect): boolean =>
  [...pointById.keys()].every((id) => one[id as OpenPointId] === other[id as OpenPointId]);
