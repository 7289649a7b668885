import { expect, test } from 'vitest';
import { type Answer, readAnswer } from '../../judging/talk/answer.ts';
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

function saying(error: string, status = 404) {
  return answer(status, JSON.stringify({ error }));
}

const nowhere = answer(404, '{"error":"GET /v1/x"}', {}, 'http://api.example/v1/x');
const flagged = '{"error":"no","successful":false}';
const page = { 'content-type': 'text/HTML' };

type Url = 'feed' | 'lookup';

const both: Url[] = ['feed', 'lookup'];
const created = { location: '/x' };

test.each<[string, { gets: Answer; wrong: Url[] }]>([
  ['a page', { gets: answer(200, ' <!DOCTYPE html>'), wrong: both }],
  ['a page by its type', { gets: answer(404, 'hello', page), wrong: both }],
  ['a page within a text', { gets: answer(200, 'a <html>'), wrong: [] }],
  ['an error that is no JSON', { gets: answer(300, 'gone'), wrong: ['feed'] }],
  ['a success that is no JSON', { gets: answer(299, 'gone'), wrong: [] }],
  ['JSON of the type of a page', { gets: answer(200, flagged, page), wrong: ['lookup'] }],
  ['a redirect', { gets: to('/x', '{}'), wrong: both }],
  ['a redirect of the feed', { gets: to('/x', flagged), wrong: [] }],
  ['a created report', { gets: answer(201, '{"id":"a"}', created), wrong: [] }],
  ['an error with a location', { gets: answer(400, '{"error":"no"}', created), wrong: [] }],
  ['the same as nowhere', { gets: saying('GET /v1/feed/a/api?report=b'), wrong: both }],
  ['the same without the query', { gets: saying('GET /v1/feed/a/api'), wrong: both }],
  ['another status than nowhere', { gets: saying('GET /v1/feed/a/api', 403), wrong: [] }],
  ['another text than nowhere', { gets: saying('no'), wrong: [] }],
])('a URL that gets %s may be wrong for the feed or the lookup', (_what, { gets, wrong }) => {
  expect(isWrongUrl([gets], nowhere)).toBe(wrong.includes('feed'));
  expect(isWrongLookupUrl(gets, nowhere)).toBe(wrong.includes('lookup'));
});

test('one response of the API is enough: its URL is right', () => {
  const gone = answer(200, ' <!DOCTYPE html>');
  expect(isWrongUrl([answer(200, flagged), gone], nowhere)).toBe(false);
});

test('a lookup is as wrong as nowhere only where it is known what nowhere says', () => {
  expect(isWrongLookupUrl(nowhere, undefined)).toBe(false);
});
