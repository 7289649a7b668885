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

test('a fault that shows in every share alike is missed as often as that says', () => {
  let missed = 0;
  let all = 0;
  const steps = 2_000;
  for (let step = 0; step < steps; step += 1) {
    const share = (step + 0.5) / steps;
    const isSeen = share ** 3;
    missed += isSeen * (1 - share) ** 6;
    all += isSeen;
  }
  expect(missedChance({ shown: 3, of: 3 }, 6)).toBeCloseTo(missed / all, 4);
});

test('tries and requests are bounded', () => {
  expect(triesMade({ shown: 1, of: 60 }, 2)).toBe(300);
  expect(triesMade({ shown: 1, of: 20 }, 40)).toBe(100);
  expect(triesMade({ shown: 3, of: 3 }, 10_000)).toBe(1);
  expect(triesNeeded({ shown: 1, of: 1_000_000 })).toBe(10_000);
});
