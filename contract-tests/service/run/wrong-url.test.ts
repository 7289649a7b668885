import { expect, test } from 'vitest';
import { readAnswer } from '../../judging/talk/answer.ts';
import { someExchange } from '../../judging/talk/exchange.test.support.ts';
import { isWrongLookupUrl, isWrongUrl } from './wrong-url.ts';

const api = 'http://api.example/v1/feed/a/api';

function answer(status: number, body: string, headers = {}, url = `${api}?report=b`) {
  const request = { method: 'GET', url, headers: {} };
  return readAnswer(someExchange({ request, response: { status, headers, body } }));
}

function to(location: string, body = '') {
  return answer(300, body, { location });
}

const nowhere = answer(404, '{"error":"GET /v1/x"}', {}, 'http://api.example/v1/x');
const flagged = '{"error":"no","successful":false}';
const page = { 'content-type': 'text/HTML' };

test.each([
  ['a page', answer(200, ' <!DOCTYPE html>'), true, true],
  ['a page by its type', answer(404, 'hello', page), true, true],
  ['a page within a text', answer(200, 'a <html>'), false, false],
  ['an error that is no JSON', answer(300, 'gone'), true, false],
  ['a success that is no JSON', answer(299, 'gone'), false, false],
  ['JSON of the type of a page', answer(200, flagged, page), false, true],
  ['a redirect', to('/x', '{}'), true, true],
  ['a redirect of the feed', to('/x', flagged), false, false],
  ['a created report', answer(201, '{"id":"a"}', { location: '/x' }), false, false],
  ['an error with a location', answer(400, '{"error":"no"}', { location: '/x' }), false, false],
  ['the same as nowhere', answer(404, '{"error":"GET /v1/feed/a/api?report=b"}'), true, true],
  ['the same without the query', answer(404, '{"error":"GET /v1/feed/a/api"}'), true, true],
  ['another status than nowhere', answer(403, '{"error":"GET /v1/feed/a/api"}'), false, false],
  ['another text than nowhere', answer(404, '{"error":"no"}'), false, false],
])('%s: whether the URL is wrong for the feed, and for the lookup', (_what, one, feed, lookup) => {
  expect(isWrongUrl([one], nowhere)).toEqual(feed);
  expect(isWrongLookupUrl(one, nowhere)).toEqual(lookup);
  expect(isWrongUrl([answer(200, flagged), one], nowhere)).toBe(false);
  expect(isWrongLookupUrl(nowhere, undefined)).toBe(false);
});
