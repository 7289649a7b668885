import { type Dialect, type Differences, dialectOf, differencesOf } from '../dialects/dialect.ts';
import {
  answersAmong,
  hasAnswers,
  idsOf,
  pickAnswers,
  sizeOf,
  splitAnswers,
  withoutAnswers,
} from './answers.ts';
import { allSettled, type DialectTrial, type Trials } from './dialect-trials.ts';

export interface JudgedTrial extends DialectTrial {
  readonly label: string;
}

/**
 * A minimal set of answers that together make the command fail. It includes an answer of the passing
 * dialect if the command passes with a different one.
 */
export type FailingAnswers = Differences;

/** How many runs of the same dialect have to agree. */
export const enough = 3;

/** Finds the answers behind the failures of one dialect after the other; what is found once is tried first. */
export class Narrowing {
  readonly #base: JudgedTrial;
  readonly #trials: Trials;
  readonly #jobs: number;
  readonly #known: FailingAnswers[] = [];

  constructor(base: JudgedTrial, trials: Trials, jobs: number) {
    this.#base = base;
    this.#trials = trials;
    this.#jobs = jobs;
  }

  /** Exercised answers that differ from the passing dialect: no others can be the cause. */
  suspects({ dialect, exercised }: DialectTrial): Differences {
    return answersAmong(differencesOf(dialect, this.#base.dialect), exercised);
  }

  async explain(
    failing: JudgedTrial,
    found: FailingAnswers[],
    left: (suspects: Differences) => void,
  ): Promise<void> {
    const { label, dialect } = failing;
    let rest = this.suspects(failing);
    const add = async (cause: FailingAnswers): Promise<void> => {
      // Recorded now, in case the budget ends before it is complete.
      found.push(cause);
      const own = pickAnswers(dialect, idsOf(await this.#completed(cause, label)));
      // Known from another dialect, it may have failed once alone so far.
      const isOwn =
        (await this.#fails(own, label)) &&
        !(await this.#trials.steady(this.#with(own), 2, this.#why(own, label)));
      found.splice(-1, 1, ...(isOwn ? [own] : []));
      rest = withoutAnswers(rest, isOwn ? own : cause);
    };
    const alike = this.#known
      .map((cause) => pickAnswers(dialect, idsOf(cause)))
      .filter((cause) => idsOf(cause).every((id) => id in rest));
    const ends = await allSettled(alike.map((cause) => this.#fails(cause, label)));
    for (const cause of alike.filter((_, nth) => ends[nth])) await add(cause);
    while (sizeOf(rest) > 0) {
      left(rest);
      const trial = await this.#tried(rest, label);
      if (trial.passed) return;
      rest = answersAmong(rest, trial.exercised);
      // Answers that fail only together are found without the assumption.
      const cause =
        (await this.#narrowed(rest, label)) ??
        (await this.#confirmed(await this.#needed(rest, {}, label), label));
      if (!cause) {
        // The cause is not an open point, or the command is flaky.
        await this.#trials.steady(dialect, enough, `${label}, again`);
        return;
      }
      this.#known.push(cause);
      await add(cause);
    }
  }

  /** Adds the answers of the passing dialect that are part of the cause, as shown by runs that passed despite it. */
  async #completed(cause: FailingAnswers, label: string): Promise<FailingAnswers> {
    let complete = cause;
    for (;;) {
      const passed = this.#trials.seen.find(
        (trial) =>
          trial.passed &&
          hasAnswers(trial.dialect, complete) &&
          idsOf(cause).every((id) => trial.exercised.has(id)),
      );
      const others = passed && withoutAnswers(this.suspects(passed), complete);
      const saving = others && (await this.#saving(others, cause, label));
      if (!saving) return complete;
      complete = { ...complete, ...pickAnswers(this.#base.dialect, idsOf(saving)) };
    }
  }

  /** The answer with which the command passes despite the cause. */
  async #saving(
    answers: Differences,
    cause: FailingAnswers,
    label: string,
  ): Promise<Differences | undefined> {
    const [one, other] = splitAnswers(answers, 2);
    for (const half of [one, other]) {
      if (!half) continue;
      const saved = { ...cause, ...half };
      const why = this.#why(saved, label);
      if (sizeOf(half) > 1) {
        if (await this.#fails(saved, label)) continue;
        return this.#saving(half, cause, label);
      }
      if (await this.#trials.steady(this.#with(saved), 2, why)) return half;
    }
    return undefined;
  }

  /** Bisects for a single answer: if no other part fails, assumes it is in the last. */
  async #narrowed(suspects: Differences, label: string): Promise<FailingAnswers | undefined> {
    let rest = suspects;
    while (sizeOf(rest) > 1) {
      const parts = splitAnswers(rest, this.#jobs + 1);
      const last = parts.pop() as Differences;
      const ends = await allSettled(parts.map((part) => this.#tried(part, label)));
      const at = ends.findIndex(({ passed }) => !passed);
      const part = parts[at];
      rest = part ? answersAmong(part, ends[at]?.exercised ?? new Set()) : last;
    }
    return this.#confirmed(rest, label);
  }

  /** The part of `open` that is needed to fail, given all of `fixed`. */
  async #needed(open: Differences, fixed: Differences, label: string): Promise<FailingAnswers> {
    const [one, other] = splitAnswers(open, 2);
    if (!one || !other) return open;
    const [first, second] = await allSettled(
      [one, other].map((half) => this.#fails({ ...fixed, ...half }, label)),
    );
    if (first) return this.#needed(one, fixed, label);
    if (second) return this.#needed(other, fixed, label);
    // Neither half fails alone: each contains a part of the cause.
    const ofOne = await this.#needed(one, { ...fixed, ...other }, label);
    const ofOther = await this.#needed(other, { ...fixed, ...ofOne }, label);
    return { ...ofOne, ...ofOther };
  }

  /** Confirms that it fails with the cause, twice, and passes when any answer of it is reverted. */
  async #confirmed(cause: FailingAnswers, label: string): Promise<FailingAnswers | undefined> {
    const why = this.#why(cause, label);
    const backs = idsOf(cause).map((id) => withoutAnswers(cause, pickAnswers(cause, [id])));
    const [passes, ...passBack] = await allSettled([
      this.#trials.steady(this.#with(cause), 2, why),
      ...backs.map((back) => this.#trials.steady(this.#with(back), 1, this.#why(back, label))),
    ]);
    return !passes && passBack.every(Boolean) ? cause : undefined;
  }

  async #fails(answers: Differences, label: string): Promise<boolean> {
    return !(await this.#tried(answers, label)).passed;
  }

  #tried(answers: Differences, label: string): Promise<DialectTrial> {
    return this.#trials.outcome(this.#with(answers), this.#why(answers, label));
  }

  #with(answers: Differences): Dialect {
    return dialectOf({ ...this.#base.dialect, ...answers });
  }

  #why(answers: Differences, label: string): string {
    const count = sizeOf(answers);
    if (count === 1) return `${idsOf(answers)[0]} as in ${label}`;
    return `${count} answers of ${label}`;
  }
}
