import { expect, test } from 'vitest';
import { dialectOf } from '../../src/dialects/dialect.ts';
import { namedDialects } from '../../src/dialects/named.ts';
import { randomDialect } from '../../src/dialects/random.ts';
import { openPoints } from '../../src/spec/open-points.ts';
import { hiddenPoints } from '../learn/hidden-points.ts';
import { unobservablePoints } from '../learn/unobserved.ts';
import { alike, byChance, lesson } from './learning.ts';

/** `npm run learn:check` tries all named dialects and 50 random ones. */
const dialects = [
  ...(['default', 'documented', 'contrary'] as const).map(
    (name) => [name, dialectOf(namedDialects[name].differences)] as const,
  ),
  // Answers that none of these shows completely.
  [
    'secretive',
    dialectOf({
      'delete.afterwards': 'remembered',
      'fetch.who': 'creator-and-owner',
      'lookup.who': 'researchers',
    }),
  ] as const,
  ['random 1', randomDialect(1)] as const,
];

const learnedPoints = new Set<string>();

test.each(dialects)(
  'the card of %s has its answers, and the card of its twin is the same',
  async (_name, dialect) => {
    const { mistakes, learned } = await lesson(dialect);
    expect(mistakes).toEqual([]);
    for (const id of learned) learnedPoints.add(id);
  },
);

test('every open point was learned from one of them, but for those out of sight or seen by chance', () => {
  const ids = openPoints.map(({ id }) => id);
  const never = ids.filter((id) => !learnedPoints.has(id) && !byChance.test(id));
  expect(never.sort()).toEqual(Object.keys(unobservablePoints).sort());
});

test('what may hide an answer, or looks like another, is an open point', () => {
  const ids = new Set<string>(openPoints.map(({ id }) => id));
  const named = [...hiddenPoints.flatMap(({ point, by }) => [point, by])];
  expect([...named, ...alike.map(({ point }) => point)].filter((id) => !ids.has(id))).toEqual([]);
});
