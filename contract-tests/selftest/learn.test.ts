import { expect, test } from 'vitest';
import { dialectOf } from '../../src/dialects/dialect.ts';
import { namedDialects } from '../../src/dialects/named.ts';
import { openPoints } from '../../src/dialects/open-points.generated.ts';
import { randomDialect } from '../../src/dialects/random.ts';
import { hiddenPoints } from '../learn/hidden-points.ts';
import { outOfSight } from '../learn/unseen.ts';
import { alike, byChance, lesson } from './learning.ts';

/** `npm run learn:check` takes all that have a name, and 50 by chance. */
const dialects = [
  ...(['default', 'documented', 'contrary'] as const).map(
    (name) => [name, dialectOf(namedDialects[name].differences)] as const,
  ),
  ...[1, 2].map((seed) => [`random ${seed}`, randomDialect(seed)] as const),
];

test.each(dialects)(
  'what is learned from %s is what it answers, and its twin gives the same card',
  async (_name, dialect) => {
    const { mistakes, learned, observable } = await lesson(dialect);
    expect(mistakes).toEqual([]);
    expect(learned).toBeGreaterThanOrEqual(observable);
  },
  120_000,
);

test('what cannot be learned is little, and every point of it is one of openapi.yaml', () => {
  const ids = openPoints.map(({ id }) => id);
  const excused = [
    ...Object.keys(outOfSight),
    ...ids.filter((id) => byChance.test(id)),
    ...hiddenPoints.flatMap(({ point, by }) => [point, by]),
    ...alike.map(({ point }) => point),
  ];
  expect(excused.filter((id) => !ids.includes(id))).toEqual([]);
  expect(Object.keys(outOfSight)).toHaveLength(5);
});
