import { expect, test } from 'vitest';
import { Lateness } from './lateness.ts';

const longest = 10_000;

function looks(lateness: Lateness, isPatient = true): number[] {
  const ages = [0];
  for (;;) {
    const at = ages.at(-1) ?? 0;
    const pause = lateness.untilNextLook(0, { startedAt: at, endedAt: at }, isPatient);
    if (pause === undefined) return ages;
    ages.push(at + pause);
  }
}

function showingAtOnce(): Lateness {
  const lateness = new Lateness(longest);
  for (const _ of [1, 2, 3, 4, 5]) lateness.note(1);
  return lateness;
}

test('of what never showed, the last look is when it must show', () => {
  const ages = looks(new Lateness(longest));
  expect(ages.length).toBeLessThan(13);
  expect(ages.at(-2)).toBeLessThan(longest);
  expect(ages.at(-1)).toBeGreaterThan(longest);
});

test('where all others show at once, few looks are enough, and the last may come later', () => {
  const lateness = showingAtOnce();
  expect(looks(lateness, false)).toEqual([0, 200, 1005]);
  expect(looks(lateness)).toEqual([0, 200, 10_005]);
});

test('once some were late, all are waited for, in that rhythm', () => {
  const lateness = showingAtOnce();
  lateness.note(5200, 4800);
  expect(looks(lateness, false).slice(0, 3)).toEqual([0, 5000, 7500]);
  expect(looks(lateness, false).at(-1)).toBeGreaterThan(longest);
});

test('after waits in vain, no more is waited than it took others', () => {
  const lateness = new Lateness(longest);
  lateness.note(2200, 1800);
  for (const _ of [1, 2]) lateness.noteInVain();
  expect(lateness.grace).toBe(longest);
  lateness.noteInVain();
  expect(lateness.grace).toBe(4000);
});

test('where nothing was ever seen, one wait in vain is enough', () => {
  const lateness = new Lateness(longest);
  lateness.noteInVain();
  expect(lateness.grace).toBe(0);
  expect(looks(lateness)).toEqual([0, 5]);
});

test('what repeats requests many times waits as long as it takes here', () => {
  expect(new Lateness(longest).usual).toBe(longest);
  expect(showingAtOnce().usual).toBe(1000);
  const late = new Lateness(longest);
  late.note(2200, 1800);
  expect(late.usual).toBe(5000);
});
