import type { PointAnswer } from '../spec/open-point.ts';
import type { DialectTrial } from './dialect-trials.ts';
import { answersOf, exercisedIn } from './plan.ts';

export interface Combinations {
  readonly tried: number;
  readonly all: number;
}

/** How many answers to this many points were spoken together in a run that passed, of all that could be. */
export function combinations(trials: readonly DialectTrial[], size: number): Combinations {
  const points = exercisedIn(trials);
  const rows = trials
    .filter(({ passed }) => passed)
    .map(({ dialect, exercised }) =>
      points.map((id) => (exercised.has(id) ? dialect[id] : undefined)),
    );
  // For each size up to the asked one, the number of combinations of the points so far.
  const counts = [1, ...Array.from({ length: size }, () => 0)];
  for (const { length } of points.map(answersOf))
    for (let at = size; at > 0; at--)
      counts[at] = (counts[at] ?? 0) + length * (counts[at - 1] ?? 0);
  return { tried: distinct(rows, size, 0, points.length), all: counts[size] ?? 0 };
}

type Row = readonly (PointAnswer | undefined)[];

function distinct(rows: readonly Row[], size: number, from: number, end: number): number {
  let sum = 0;
  for (let at = from; at < end; at++) {
    const answers = new Set(rows.map((row) => row[at]));
    answers.delete(undefined);
    if (size === 1) sum += answers.size;
    else
      for (const answer of answers) {
        const group = rows.filter((row) => row[at] === answer);
        sum += distinct(group, size - 1, at + 1, end);
      }
  }
  return sum;
}
