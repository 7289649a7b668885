import { expect, test } from 'vitest';
import { missedChance, triesMade, triesNeeded } from './chance.ts';

test.each([
  [3, 3, 6],
  [8, 8, 3],
  [10, 20, 10],
  [1, 20, 270],
])('a fault that showed %i of %i times is gone after %i tries without it', (shown, of, tries) => {
  expect(triesNeeded({ shown, of })).toBe(tries);
  expect(missedChance({ shown, of }, tries)).toBeLessThanOrEqual(1 / 200);
  expect(missedChance({ shown, of }, tries - 1)).toBeGreaterThan(1 / 200);
});

test.each([
  [{ shown: 1, of: 60 }, 2, 300],
  [{ shown: 1, of: 20 }, 40, 100],
  [{ shown: 3, of: 3 }, 10_000, 1],
])('of what showed as often as %j, in %i calls, %i tries are made', (share, calls, tries) => {
  expect(triesMade(share, calls)).toBe(tries);
});
