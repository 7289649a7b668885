import { expect, test } from 'vitest';
import { Breaker } from './breaker.ts';

const failing = (times: number, at: number): Breaker => {
  const breaker = new Breaker(1_000);
  for (let time = 0; time < times; time += 1) breaker.failed(1_000 + at);
  return breaker;
};

test.each([
  ['many requests fail at once and soon after an answer', 100, 4_000, false],
  ['a few fail after a while', 1, 60_000, false],
  ['many fail while nothing came for a moment', 8, 5_000, true],
  ['of one at a time, the third waits in vain', 2, 30_000, true],
])('where %s', (_, times, at, isOpen) => {
  expect(failing(times, at).isOpen).toBe(isOpen);
});

test('an answer in between begins anew, and one that comes after the end does not', () => {
  const breaker = failing(7, 10_000);
  breaker.answered(11_000);
  breaker.failed(13_000);
  expect(breaker.isOpen).toBe(false);
  const open = failing(8, 10_000);
  open.answered(12_000);
  expect(open.isOpen).toBe(true);
  open.reset(12_000);
  open.failed(60_000);
  expect(open.isOpen).toBe(false);
});
