import { expect, test } from 'vitest';
import { Rate } from './rate.ts';

/** Sends for some minutes to a server that takes so many in each second, and says at which rate it ended. */
const foundAt = (
  perSecond: number,
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
    if (window.used <= perSecond) rate.served(now);
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

test('a server without a limit is not slowed down, and a configured pace is kept', () => {
  expect(foundAt(5000).rate).toBeUndefined();
  const given = new Rate(10);
  expect([given.turn(0), given.turn(0), given.found]).toEqual([0, 100, undefined]);
});
