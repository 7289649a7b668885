import { expect, test } from 'vitest';
import { Rate } from './rate.ts';

/** Sends to a server that takes so many in each second, for this long; says at which rate it ended. */
const foundAt = (
  perSecond: number,
  seconds = Number.POSITIVE_INFINITY,
): { readonly rate: number | undefined; readonly throttledCount: number } => {
  const rate = new Rate(undefined);
  const window = { second: -1, used: 0 };
  let now = 0;
  let throttledCount = 0;
  for (let nth = 0; nth < 3000; nth += 1) {
    for (let wait = rate.turn(now); wait > 0; wait = rate.turn(now)) now += wait;
    now += 1;
    const second = Math.floor(now / 1000);
    if (second !== window.second) Object.assign(window, { second, used: 0 });
    window.used += 1;
    if (window.used <= perSecond || second > seconds) rate.served(now);
    else {
      throttledCount += 1;
      rate.throttledCount(now, now, undefined);
    }
  }
  return { rate: rate.found, throttledCount };
};

test.each([2, 10, 50])('of %i a second, nearly all are found to hold', (perSecond) => {
  const { rate, throttledCount } = foundAt(perSecond);
  expect(rate).toBeGreaterThan(perSecond * 0.9);
  expect(rate).toBeLessThan(perSecond * 1.1);
  expect(throttledCount).toBeLessThan(60);
});

test('a limit that has gone is noticed after a while', () => {
  expect(foundAt(10, 60).rate).toBeGreaterThan(15);
});

test('a server without a limit is not slowed down, and a configured pace is kept', () => {
  expect(foundAt(5000).rate).toBeUndefined();
  const given = new Rate(10);
  expect([given.turn(0), given.turn(0), given.found]).toEqual([0, 100, undefined]);
});

test('a throttled request holds all others, longer each time, and those sent before it change nothing', () => {
  const rate = new Rate(undefined);
  rate.served(0);
  rate.throttledCount(0, 0, undefined);
  rate.throttledCount(0, 0, undefined);
  expect([rate.turn(0), rate.found]).toEqual([1_000, 0.94]);
  const holds = [2_000, 4_000, 8_000, 16_000, 16_000].map(() => {
    const now = rate.turn(0);
    rate.throttledCount(now, now, undefined);
    return rate.turn(0) - now;
  });
  expect(holds).toEqual([2_000, 4_000, 8_000, 16_000, 16_000]);
  expect(rate.found).toBe(0.5);
  const told = rate.turn(0);
  rate.throttledCount(told, told, 30_000);
  expect(rate.turn(0) - told).toBe(30_000);
});
