import { expect, test } from 'vitest';
import { Patience } from './patience.ts';

test('who waits in vain waits ever less, and in the end not at all', () => {
  const patience = new Patience();
  expect(patience.allows(1, 0, 20_000)).toBe(true);
  patience.waited(false);
  expect(patience.allows(1, 0, 20_000)).toBe(false);
  expect(patience.allows(1, 0, 10_000)).toBe(true);
  for (let time = 0; time < 10; time += 1) patience.waited(false);
  expect(patience.allows(1, 0, 0)).toBe(false);
});

test('who was served after a wait may wait again', () => {
  const patience = new Patience();
  for (let time = 0; time < 9; time += 1) patience.waited(false);
  for (let time = 0; time < 9; time += 1) patience.waited(true);
  expect(patience.allows(11, 10_000, 20_000)).toBe(true);
  expect(patience.allows(12, 0, 0)).toBe(false);
  expect(patience.allows(1, 0, 30_001)).toBe(false);
});
