import { expect, test } from 'vitest';
import { readAnswer } from '../talk/answer.ts';
import { someExchange } from '../talk/exchange.test.support.ts';
import type { Exchange } from '../talk/exchange.ts';
import { formatForeignAnswer, isWrongLookupUrl, isWrongUrl, wrongUrlHint } from './wrong-url.ts';

const url = 'http://api.example/v1/feed/a/api?report=b';
const answer = (
  status: number,
  body: string,
  headers: Exchange['response']['headers'] = {},
  at = url,
) =>
  readAnswer(
    someExchange({
      request: { method: 'GET', url: at, headers: {} },
      response: { status, headers, body },
    }),
  );
const to = (location: string, body = '') => answer(301, body, { location });
const nowhere = answer(404, '{"error":"GET /v1/nowhere"}', {}, 'http://api.example/v1/nowhere');
const flagged = '{"error":"no","successful":false}';

test.each([
  ['a page', answer(200, ' <!DOCTYPE html>'), true, true],
  ['a page by its type', answer(404, 'hello', { 'content-type': 'text/HTML' }), true, true],
  ['a page within a text', answer(200, 'a <html>'), false, false],
  ['an error that is no JSON', answer(300, 'gone'), true, false],
  ['a success that is no JSON', answer(299, 'gone'), false, false],
  [
    'JSON of the type of a page',
    answer(200, flagged, { 'content-type': 'text/html' }),
    false,
    true,
  ],
  ['a redirect', to('/x'), true, true],
  ['a redirect that is no error', answer(300, '{}', { location: '/x' }), true, true],
  ['a redirect of the feed', to('/x', flagged), false, false],
  ['a created report', answer(201, '{"id":"a"}', { location: '/x' }), false, false],
  ['an error with a location', answer(400, '{"error":"no"}', { location: '/x' }), false, false],
  ['the same as nowhere', answer(404, '{"error":"GET /v1/feed/a/api?report=b"}'), true, true],
  ['the same without the query', answer(404, '{"error":"GET /v1/feed/a/api"}'), true, true],
  ['another status than nowhere', answer(403, '{"error":"GET /v1/feed/a/api"}'), false, false],
  ['another text than nowhere', answer(404, '{"error":"no"}'), false, false],
])('%s: whether the URL is wrong for the feed, and for the lookup', (_what, one, feed, lookup) => {
  expect([isWrongUrl([one], nowhere), isWrongLookupUrl(one, nowhere)]).toEqual([feed, lookup]);
  expect(isWrongUrl([to('/x'), answer(200, flagged), one], nowhere)).toBe(false);
});

test('without a response from nowhere, no lookup is the same', () => {
  expect(isWrongLookupUrl(nowhere, undefined)).toBe(false);
});

test.each([
  [answer(404, '\n  first \nsecond'), '404, first'],
  [answer(404, ' \n'), '404, an empty body'],
  [answer(404, 'a'.repeat(120)), `404, ${'a'.repeat(120)}`],
  [answer(404, 'a'.repeat(121)), `404, ${'a'.repeat(120)}…`],
  [to('/x'), '301, Location: /x, an empty body'],
  [answer(301, '{}', { location: '/x' }), '301, Location: /x, {}'],
])('a foreign answer in one line: %#', (one, line) => {
  expect(formatForeignAnswer(one)).toBe(line);
});

const unfollowed = 'no redirect is followed, since a token would go with it';
test.each([
  [answer(401, ''), false, /right host, and does it know the token/],
  [answer(403, ''), true, /^the feed responds on this host: what refuses the lookup/],
  [answer(404, ''), false, /right host, with the right prefix/],
  [answer(404, ''), true, /on this host: is the prefix of the lookup right/],
  [to('/v1/feed/a/api/'), false, /^it wants a slash/],
  [to('https://api.example/v1'), false, /^it wants https; no redirect/],
  [to('https://other.example/v1'), false, new RegExp(`^${unfollowed}$`)],
  [to('http://other.example/v1/feed/a/api/'), false, new RegExp(`^${unfollowed}$`)],
  [to('/login'), false, new RegExp(`^${unfollowed}$`)],
  [to('http://'), false, new RegExp(`^${unfollowed}$`)],
])('a foreign answer has a hint: %#', (one, isHostKnown, says) => {
  expect(wrongUrlHint(one, isHostKnown)).toMatch(says);
});
