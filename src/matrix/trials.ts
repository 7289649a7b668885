import { type Dialect, type OpenPointId, pointById } from '../dialects/dialect.ts';

/** How the command ended under a dialect, and which open points had a say in that. */
export interface DialectTrial {
  readonly dialect: Dialect;
  readonly passed: boolean;
  /** Another dialect with the same answers to these cannot be told from this one. */
  readonly met: ReadonlySet<OpenPointId>;
}

/** Runs the command under a dialect; `why` says what for, and `isPlanned` whether that is to narrow nothing down. */
export type TryOut<T extends DialectTrial> = (
  dialect: Dialect,
  why: string,
  isPlanned: boolean,
) => Promise<T>;

export class NoRunsLeft extends Error {}

/** The command ended now so, now so, under one and the same dialect. */
export class FlakyCommand extends Error {
  readonly why: string;
  readonly passed: readonly boolean[];

  constructor(why: string, passed: readonly boolean[]) {
    super(why);
    this.why = why;
    this.passed = passed;
  }
}

/** Everything that was tried, so that nothing is run whose end is known. */
export class Trials<T extends DialectTrial = DialectTrial> {
  readonly #tryOut: TryOut<T>;
  readonly #places: number;
  readonly #waiting: (() => void)[] = [];
  readonly #seen: T[];
  #running = 0;
  #left: number;

  constructor(
    tryOut: TryOut<T>,
    { budget, jobs }: { readonly budget: number; readonly jobs: number },
    seen: readonly T[] = [],
  ) {
    this.#seen = [...seen];
    this.#tryOut = tryOut;
    this.#left = budget;
    this.#places = jobs;
  }

  get seen(): readonly T[] {
    return this.#seen;
  }

  /** A run that was planned, and so is not one of those that are allowed besides. */
  planned(dialect: Dialect, label: string): Promise<T> {
    return this.#inPlace(dialect, label, true);
  }

  /** How the command ends under it, by a run only where earlier ones do not tell. */
  async outcome(dialect: Dialect, why: string): Promise<T> {
    return this.#alike(dialect) ?? this.#run(dialect, why);
  }

  /** Whether it passes, after so many runs of just this dialect that all ended alike. */
  async steady(dialect: Dialect, runs: number, why: string): Promise<boolean> {
    const own = () => this.#seen.filter((trial) => isSameDialect(trial.dialect, dialect));
    const missing = Math.max(0, runs - own().length);
    await allSettled(Array.from({ length: missing }, () => this.#run(dialect, why)));
    const ends = own().map(({ passed }) => passed);
    if (new Set(ends).size > 1) throw new FlakyCommand(why, ends);
    return ends[0] === true;
  }

  #alike(dialect: Dialect): T | undefined {
    // A run that met nothing tells nothing of others.
    return this.#seen.find(
      (trial) =>
        trial.met.size > 0 && [...trial.met].every((id) => trial.dialect[id] === dialect[id]),
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

/** All are waited for, also when one fails: none may outlive the command. */
export async function allSettled<T>(all: readonly Promise<T>[]): Promise<T[]> {
  const ends = await Promise.allSettled(all);
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}

export const isSameDialect = (one: Dialect, other: Dialect): boolean =>
  [...pointById.keys()].every((id) => one[id as OpenPointId] === other[id as OpenPointId]);
