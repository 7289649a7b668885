import type { PointAnswer } from '../spec/open-point.ts';
import { coveringRows } from '../values/covering.ts';
import type { Answers } from './search-result.ts';

/** How many mixes a quick look makes, if not more are needed so that each answer is in one. */
const fewMixes = 8;

interface Mixing {
  readonly seed: number;
  /** Whether few mixes will do, in which not every two answers meet. */
  readonly isQuick: boolean;
}

/**
 * Mixes of the answers to several points, in which every two answers meet; in a quick look, as many as fit. Where a
 * mix has none of the answers to a point, that is as in the first run.
 */
export function mixesOf(
  points: ReadonlyMap<string, readonly PointAnswer[]>,
  { seed, isQuick }: Mixing,
): Answers[] {
  const factors = [...points].filter(([, answers]) => answers.length > 0);
  if (factors.length < 2) return [];
  // A value is one of the answers, or 0 for that of the first run.
  const sizes = factors.map(([, answers]) => answers.length + 1);
  const first = factors.map(() => 0);
  const given = coveringRows(sizes, { strength: 1, seed, given: [first] });
  const most = isQuick ? fewMixes + 1 : Infinity;
  const rows = coveringRows(sizes, { strength: 2, seed, given, most });
  return rows.slice(1).map((row) => {
    const mix: { [id: string]: PointAnswer } = {};
    for (const [at, [id, answers]] of factors.entries()) {
      const answer = answers[(row[at] ?? 0) - 1];
      if (answer !== undefined) mix[id] = answer;
    }
    return mix;
  });
}
