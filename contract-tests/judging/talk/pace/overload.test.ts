import { expect, test } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { Overload } from './overload.ts';

const said = (error: string, status = 429, headers = {}): Exchange =>
  ({ operation: 'fetch', caller: 'a', response: { status, headers, body: error } }) as Exchange;

test.each([
  ['Wait 3 s, request 0a1b2c3d4e', said('Wait 10 s, request ffffffffff'), true],
  ['Wait', said('No'), false],
  ['Wait', said('Wait', 503), false],
  ['Wait', said('Wait', 429, { 'retry-after': '1' }), false],
])('%s, and another: alike in all but numbers and ids', (first, other, areAlike) => {
  expect(new Overload().areAlike(said(first), other)).toBe(areAlike);
});

test('the same text as a limit and as a refusal is unknown, and a refusal is one of its caller', () => {
  const overload = new Overload();
  overload.isRefusal(said('No'));
  expect(overload.meaningOf(said('No'))).toBe('refusal');
  expect(overload.meaningOf({ ...said('No'), caller: 'b' })).toBe('unknown');
  overload.isLimit(said('No'));
  expect(overload.meaningOf(said('No'))).toBe('unknown');
  expect([overload.limits, overload.refusals]).toEqual([1, 1]);
});
