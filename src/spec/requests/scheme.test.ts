import { expect, test } from 'vitest';
import { schemeOf } from './scheme.ts';

test.each([
  ['Bearer abc', 'Bearer'],
  [' token   abc', 'token'],
  ['my secret', undefined],
  ['Bearer', undefined],
  ['abc', undefined],
  [undefined, undefined],
])('of %o, %o is no part of the secret', (authorization, scheme) => {
  expect(schemeOf(authorization)).toBe(scheme);
});
