import {
  type Dialect,
  type Differences,
  dialectOf,
  type OpenPointId,
  pointById,
} from '../dialects/dialect.ts';
import type { PointAnswer } from '../spec/open-point.ts';
import { coveringRows } from '../values/covering.ts';
import { hasAnswers, idsOf } from './answers.ts';
import { type DialectTrial, isSameDialect } from './dialect-trials.ts';
import type { FailingAnswers } from './narrowing.ts';

/** Every answer to try on a command that exercises the point. */
export const answersOf = (id: OpenPointId): readonly PointAnswer[] => {
  const point = pointById.get(id);
  return point ? [point.default, ...point.alternatives] : [];
};

export interface DialectCoverage {
  /** The points that some run has exercised. */
  readonly points: readonly OpenPointId[];
  readonly answers: number;
  /** Such as `lookup.status.rate-limited: 503`. */
  readonly unspoken: readonly string[];
  /** Answers tried only in runs that failed for another cause. */
  readonly hidden: readonly string[];
}

const keyOf = (id: string, answer: unknown): string => `${id}: ${answer}`;

export const exercisedIn = (trials: readonly DialectTrial[]): OpenPointId[] => [
  ...new Set(trials.flatMap(({ exercised }) => [...exercised])),
];

/** An answer counts as covered if the command passes with it, or is known to fail because of it. */
export function dialectCoverage(
  trials: readonly DialectTrial[],
  causes: readonly FailingAnswers[],
): DialectCoverage {
  const points = exercisedIn(trials);
  const known = new Set(causes.flatMap((cause) => idsOf(cause).map((id) => keyOf(id, cause[id]))));
  for (const { exercised, dialect } of trials.filter(({ passed }) => passed))
    for (const id of exercised) known.add(keyOf(id, dialect[id]));
  const answers = points.flatMap((id) => answersOf(id).map((answer) => keyOf(id, answer)));
  const tried = new Set(
    trials.flatMap(({ exercised, dialect }) => [...exercised].map((id) => keyOf(id, dialect[id]))),
  );
  const unknown = answers.filter((key) => !known.has(key));
  return {
    points,
    answers: answers.length,
    unspoken: unknown.filter((key) => !tried.has(key)),
    hidden: unknown.filter((key) => tried.has(key)),
  };
}

/** How often an answer is tried on its own account, since another answer in the same run may make it fail. */
const mostTries = 2;

/** Plans dialects until every answer to every exercised point was tried. */
export class MatrixPlan {
  readonly #base: Dialect;
  readonly #rows: number;
  readonly #seed: number;
  readonly #tries = new Map<string, number>();
  #isBegun = false;

  /** `base` is a dialect under which the command passes; `rows` is the initial number of others. */
  constructor(base: Dialect, { rows, seed }: { readonly rows: number; readonly seed: number }) {
    this.#base = base;
    this.#rows = rows;
    this.#seed = seed;
  }

  /** The dialects to run next; empty when every answer was tried. */
  next(trials: readonly DialectTrial[], causes: readonly FailingAnswers[]): readonly Dialect[] {
    if (this.#isBegun) return this.#remaining(trials, causes);
    this.#isBegun = true;
    return this.#covering(exercisedIn(trials));
  }

  /** Every answer at least once, and as many pairs as fit into the rows. */
  #covering(points: readonly OpenPointId[]): Dialect[] {
    const answers = points.map((id) => [
      this.#base[id],
      ...answersOf(id).filter((answer) => answer !== this.#base[id]),
    ]);
    const sizes = answers.map(({ length }) => length);
    const base = points.map(() => 0);
    const seed = this.#seed;
    const needed = coveringRows(sizes, { strength: 1, seed, given: [base] });
    const rows = coveringRows(sizes, { strength: 2, seed, given: needed, most: this.#rows + 1 });
    return rows.slice(1).map((row) => {
      const chosen = points.map((id, at) => [id, answers[at]?.[row[at] ?? 0]]);
      return dialectOf({ ...this.#base, ...(Object.fromEntries(chosen) as Differences) });
    });
  }

  /** The remaining answers, each in a context that exercises its point, in as few runs as possible. */
  #remaining(trials: readonly DialectTrial[], causes: readonly FailingAnswers[]): Dialect[] {
    const { points, unspoken, hidden } = dialectCoverage(trials, causes);
    const open = new Set([...unspoken, ...hidden]);
    const rows: { readonly context: Dialect; dialect: Dialect }[] = [];
    for (const id of points) {
      const { dialect: context, passed } = this.#contextOf(id, trials, causes);
      for (const answer of answersOf(id)) {
        const key = keyOf(id, answer);
        const tries = this.#tries.get(key) ?? 0;
        // In a failing context, only whether it still fails can be learned.
        if (!open.has(key) || tries >= (passed ? mostTries : 1)) continue;
        this.#tries.set(key, tries + 1);
        if (!passed && answer === context[id]) continue;
        const answers = { [id]: answer } as Differences;
        const fits = rows.find(
          (row) => isSameDialect(row.context, context) && row.dialect[id] === context[id],
        );
        if (fits) fits.dialect = dialectOf({ ...fits.dialect, ...answers });
        else rows.push({ context, dialect: dialectOf({ ...context, ...answers }) });
      }
    }
    return rows.map(({ dialect }) => dialect);
  }

  /** A context that exercises the point: the base, another passing dialect, or one with only what makes it fail. */
  #contextOf(
    id: OpenPointId,
    trials: readonly DialectTrial[],
    causes: readonly FailingAnswers[],
  ): Pick<DialectTrial, 'dialect' | 'passed'> {
    const exercising = trials.filter(({ exercised }) => exercised.has(id));
    const isBase = ({ dialect }: DialectTrial) => isSameDialect(dialect, this.#base);
    const passing = exercising.find(isBase) ?? exercising.find(({ passed }) => passed);
    if (passing) return passing;
    const [first] = exercising as [DialectTrial];
    const held = causes.filter((cause) => hasAnswers(first.dialect, cause));
    const dialect = dialectOf(Object.assign({ ...this.#base }, ...held));
    const isMet = exercising.some((trial) => isSameDialect(trial.dialect, dialect));
    return { dialect: isMet ? dialect : first.dialect, passed: false };
  }
}
