import type { PointAnswer } from '../spec/open-point.ts';
import { openPoints } from '../spec/open-points.ts';
import { dice } from '../values/dice.ts';
import { type Dialect, dialectOf } from './dialect.ts';

/** A dialect by dice. The same seed gives the same dialect on every machine. */
export function randomDialect(seed: number): Dialect {
  const next = dice(seed);
  const answers = openPoints.map((point): [string, PointAnswer] => {
    const differs = next() < 0.5;
    const pick = Math.floor(next() * point.alternatives.length);
    return [point.id, differs ? (point.alternatives[pick] as PointAnswer) : point.default];
  });
  return dialectOf(Object.fromEntries(answers));
}
