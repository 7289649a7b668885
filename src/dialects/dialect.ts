import type { PointAnswer } from '../spec/open-point.ts';
import { openPointById, openPoints } from '../spec/open-points.ts';
import type { Answers } from './open-points.generated.ts';

/** The id of an open point, such as `create.status.created`. */
export type OpenPointId = keyof Answers;

/** One complete set of answers to all open points. */
export type Dialect = Readonly<Answers>;

/** The answers that differ from the default: the content of a dialect file. */
export type Differences = Partial<Answers>;

/** All mistakes of a dialect. */
export class DialectProblem extends Error {
  override readonly name = 'DialectProblem';
}

export const pointById = openPointById;

const defaults = Object.fromEntries(openPoints.map((point) => [point.id, point.default]));

/** The dialect of openapi.yaml itself. */
export const defaultDialect = Object.freeze(defaults) as unknown as Dialect;

export function dialectOf(differences: Differences): Dialect {
  return Object.freeze({ ...defaultDialect, ...differences });
}

export function differencesOf(dialect: Dialect, from: Dialect = defaultDialect): Differences {
  const differing = Object.entries(dialect).filter(
    ([id, answer]) => from[id as OpenPointId] !== answer,
  );
  return Object.fromEntries(differing) as Differences;
}

export function answerTo(dialect: Dialect, id: string): PointAnswer {
  return dialect[id as OpenPointId];
}
