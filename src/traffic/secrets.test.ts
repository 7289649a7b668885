import { expect, test } from 'vitest';
import { secretsIn, withoutTokensIn } from './secrets.ts';

test('parts of a URL that are tokens are hidden in any spelling', () => {
  const isToken = (text: string): boolean => text === 'a/b';
  expect(withoutTokensIn('/x/a%2Fb?t=Bearer+a%252fb&u=a&#47;b', isToken)).toBe(
    '/x/$TOKEN?t=$TOKEN&u=a&#47;b',
  );
});

test('a part of a URL is hidden that is a token which itself looks escaped', () => {
  const isToken = (text: string): boolean => text === 'aU+1234b';
  expect(withoutTokensIn('/x?t=aU%2B1234b&u=Bearer%20aU%2B1234b', isToken)).toBe(
    '/x?t=$TOKEN&u=$TOKEN',
  );
});

test('the secrets of a request are those of headers and parameters that are named so', () => {
  const url = 'http://a/b;x?author=me&page=2&api_key=k%2D1#token=t1';
  const headers = {
    'x-api-key': 'k-2',
    ':authority': 'a',
    authorization: 'Bearer t2',
    accept: '*/*',
  };
  expect(secretsIn({ method: 'GET', url, headers })).toEqual([
    'k-2',
    'Bearer t2',
    't2',
    'me',
    'k-1',
    't1',
  ]);
});
