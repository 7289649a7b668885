import { expect, test } from 'vitest';
import type { Headers } from '../traffic/exchange.ts';
import { ClientJudge } from './client-judge.ts';
import { requestFlaws } from './request-flaws.ts';

function idsOf(
  judge: ClientJudge,
  at: number,
  { status = 200, headers = {} as Headers, isNoneLeft = false } = {},
) {
  return judge
    .hear(
      {
        request: { method: 'GET', url: `/private/sample/${'a'.repeat(64)}`, headers: {} },
        response: { status, headers, body: '' },
        startedAt: at,
        endedAt: at,
      },
      { caller: 'analyst', hasToken: true, isNoneLeft },
    )
    .map(({ id }) => id.replace('client/', ''));
}

function wait(seconds: number) {
  return { status: 429, headers: { 'retry-after': String(seconds) } };
}

test('a Retry-After holds, whatever is answered meanwhile', () => {
  const judge = new ClientJudge();
  expect(idsOf(judge, 0, wait(1))).toEqual([]);
  expect(idsOf(judge, 100, { ...wait(9), isNoneLeft: true })).toEqual(['too-soon']);
  expect(idsOf(judge, 200)).toEqual(['too-soon', 'none-left']);
  expect(idsOf(judge, 300)).toEqual(['too-soon']);
  expect(idsOf(judge, 1000)).toEqual([]);
});

test('the last Retry-After counts', () => {
  const judge = new ClientJudge();
  idsOf(judge, 0, wait(60));
  idsOf(judge, 60_000, wait(0));
  expect(idsOf(judge, 60_001)).toEqual([]);
});

const feed = '/feed/tunnelco/api';
const id = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';

function draft(more: string) {
  return `{ "tags": ["a:b", "{"], "c2Address": "c2.example:443", "file256Hash": "${'a'.repeat(64)}", "referenceLink": "https://results.example/${'a'.repeat(64)}", "confidenceScore": 5${more} }`;
}

test.each([
  ['GET', `${feed}?report=${id}`, undefined, []],
  ['GET', `${feed}?report=${id}`, '{}', ['needless-body']],
  ['DELETE', `${feed}?report=${id}`, '{}', ['needless-body']],
  [
    'DELETE',
    `${feed}?report=${id}&report=${id}`,
    undefined,
    ['relies-on-feed.repeated-parameters'],
  ],
  ['PATCH', feed, undefined, ['no-operation']],
  ['POST', '/feed/tunnelco/apis', undefined, ['wrong-path']],
  ['POST', feed, draft(''), []],
  ['POST', feed, draft(', "tags": []'), ['field-twice']],
  ['POST', feed, draft('').replace(':443', ':0'), ['c2Address-port']],
  ['POST', feed, draft('').replace(':443', ':99999'), ['c2Address-port']],
])('%s %s with %s: %j', (method, url, body, flaws) => {
  const headers = { 'content-type': 'application/json', ...(body && { 'content-length': '9' }) };
  const token = { hasToken: true };
  const ids = (sent: object) =>
    requestFlaws({ method, url, headers, ...sent }, token)?.map((flaw) => flaw.id.slice(7));
  expect(ids(body === undefined ? {} : { body })).toEqual(flaws);
  // A body that was not read is announced all the same.
  if (method !== 'POST') expect(ids({})).toEqual(flaws);
});
