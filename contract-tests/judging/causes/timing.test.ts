import { expect, test } from 'vitest';
import { shortcoming, TimingsShown, timingOf } from './timing.ts';

function during(startedAt: number, endedAt: number) {
  return { startedAt, endedAt };
}

test('a timing has what lay between requests at most and at least, in the order they were sent', () => {
  const timing = timingOf([during(100, 110), during(0, 20), during(105, 130)]);
  expect(timing).toEqual({
    spans: [110, 30],
    gaps: [80, 0],
    isBeside: [false, true],
  });
});

const fast = timingOf([during(0, 5), during(10, 15), during(20, 25)]);
const slow = timingOf([during(0, 200), during(210, 400), during(410, 600)]);
const apart = timingOf([during(0, 5), during(10, 15)]);
const together = timingOf([during(0, 15), during(0, 15)]);

function neededBy(...timings: readonly (typeof fast)[]) {
  const shown = new TimingsShown();
  for (const timing of timings) shown.add(timing);
  return shown.needed;
}

test('a try as fast as the slowest that showed it has no shortcoming', () => {
  expect(shortcoming(fast, neededBy(fast))).toBeUndefined();
  expect(shortcoming(fast, neededBy(slow))).toBeUndefined();
  expect(shortcoming(slow, neededBy(fast, slow))).toBeUndefined();
  expect(shortcoming(slow, undefined)).toBeUndefined();
});

test('a slower one may have missed it', () => {
  expect(shortcoming(slow, neededBy(fast))).toBe(
    'request 2 ended 400 ms after the start of the one before it, and up to 15 ms it is known to be seen',
  );
});

test('one whose requests did not run beside each other may have missed it', () => {
  expect(shortcoming(apart, neededBy(together))).toBe(
    '0 requests ran beside the one before them, and 1 when it was found',
  );
  expect(shortcoming(together, neededBy(together, apart))).toBeUndefined();
  expect(shortcoming(together, { within: [], beside: 2 })).toBeUndefined();
  expect(shortcoming(together, { within: [], beside: 3 })).toContain('1 requests ran beside');
});

test('requests at the same time may wait for one another, but not as long as on a busy machine', () => {
  const waiting = timingOf([during(0, 15), during(0, 60)]);
  const busy = timingOf([during(0, 200), during(0, 200)]);
  expect(shortcoming(waiting, neededBy(together))).toBeUndefined();
  expect(shortcoming(busy, neededBy(together))).toContain('200 ms after the start');
});

test('of a try with pauses, the pauses alone are certain', () => {
  const shown = new TimingsShown();
  shown.add(fast);
  shown.addPaused(timingOf([during(0, 90), during(190, 290), during(390, 490)]));
  expect(shown.needed).toEqual({ within: [100, 100], beside: 0 });
});
