import { expect, test } from 'vitest';
import { hasSeveralTokens, schemeOf } from './scheme.ts';

test.each([
  ['Bearer abc', 'Bearer'],
  [' token   abc', 'token'],
  ['my secret', undefined],
  ['Bearer', undefined],
  ['abc', undefined],
  ['Digest a="b", c="d"', 'Digest'],
  [undefined, undefined],
])('of %o, %o is no part of the secret', (authorization, scheme) => {
  expect(schemeOf(authorization)).toBe(scheme);
  expect(hasSeveralTokens(authorization)).toBe(false);
  expect(hasSeveralTokens(`${authorization}==, ${authorization}==`)).toBe(scheme !== 'Digest');
});
