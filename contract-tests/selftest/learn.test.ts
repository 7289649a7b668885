import { expect, test } from 'vitest';
import { dialectOf } from '../../src/dialects/dialect.ts';
import { dialectNames, namedDialects } from '../../src/dialects/named.ts';
import { openPoints } from '../../src/dialects/open-points.generated.ts';
import { randomDialect } from '../../src/dialects/random.ts';
import { hiddenPoints } from '../hidden-points.ts';
import { outOfSight } from '../unseen.ts';
import { alike, byChance, lesson } from './learning.ts';

const dialects = [
  ...dialectNames.map((name) => [name, dialectOf(namedDialects[name].differences)] as const),
  // `npm run learn:check` takes 50 of these.
  ...[1, 2, 3, 4].map((seed) => [`random ${seed}`, randomDialect(seed)] as const),
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
