import { expect, test } from 'vitest';
import { closest } from './spelling.ts';

test.each([
  ['srve', 'serve'],
  ['SERVE', 'serve'],
  ['verfy', 'verify'],
  ['prot', undefined],
  ['zebra', undefined],
  ['', undefined],
])('%j is near to %j', (typed, near) => {
  expect(closest(typed, ['serve', 'verify', 'docs'])).toBe(near);
});
