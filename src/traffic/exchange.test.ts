import { expect, test } from 'vitest';
import { headersOf } from './exchange.ts';

test('a header may have any name', () => {
  const raw = ['Constructor', 'a', 'constructor', 'b', '__proto__', 'c'];
  expect(Object.entries(headersOf(raw))).toEqual([['constructor', 'a, b']]);
});
