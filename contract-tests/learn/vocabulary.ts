import { nearest } from '../../src/spec/nearest.ts';
import { allowed, allows } from '../../src/spec/open-point.ts';
import { openPoints } from '../../src/spec/open-points.ts';

/** What is wrong with an entry of a dialect file, or nothing. */
export const problemWith = (id: string, value: unknown): string | undefined => {
  const points = openPoints();
  const point = points.get(id);
  if (!point) {
    const meant = nearest(id, points.keys());
    return `unknown key ${id}${meant ? `; did you mean ${meant}?` : ''}`;
  }
  if (allows(point, value)) return undefined;
  return `${id} is ${JSON.stringify(value)}; expected ${allowed(point)}`;
};
