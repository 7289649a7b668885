import { expect, test } from 'vitest';
import { Breaker } from './breaker.ts';

const failing = (times: number, at: number): Breaker => {
  const breaker = new Breaker(0);
  for (let time = 0; time < times; time += 1) breaker.failed(at);
  return breaker;
};

test.each([
  ['many requests fail at once and soon after an answer', 100, 4_000, false],
  ['a few fail after a while', 1, 60_000, false],
  ['many fail while nothing came for a time-out', 8, 10_000, true],
  ['of one at a time, the third waits in vain', 2, 30_000, true],
])('where %s', (_, times, at, isOpen) => {
  expect(failing(times, at).isOpen).toBe(isOpen);
});

test('an answer in between begins anew, and one that comes after the end does not', () => {
  const breaker = failing(7, 10_000);
  breaker.answered(10_000);
  breaker.failed(12_000);
  expect(breaker.isOpen).toBe(false);
  const open = failing(8, 10_000);
  open.answered(11_000);
  expect(open.isOpen).toBe(true);
});
