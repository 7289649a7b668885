import { expect, test } from 'vitest';
import { feed } from '../http/request/sample-values.test.support.ts';
import { foreignMethod } from '../spec/methods.test.support.ts';
import type { Headers } from '../traffic/exchange.ts';
import { ClientJudge } from './client-judge.ts';
import { requestFlaws } from './request-flaws.ts';

function idsOf(
  judge: ClientJudge,
  at: number,
  { status = 200, headers = {} as Headers, isNoneLeft = false, endedAt = at } = {},
) {
  return judge
    .hear(
      {
        request: { method: 'GET', url: `/private/sample/${'a'.repeat(64)}`, headers: {} },
        response: { status, headers, body: '' },
        startedAt: at,
        endedAt,
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

test('whoever asked before the response came did not know of its Retry-After', () => {
  const judge = new ClientJudge();
  idsOf(judge, 0, { ...wait(1), endedAt: 20 });
  expect(idsOf(judge, 10, { ...wait(1), endedAt: 40 })).toEqual([]);
  expect(idsOf(judge, 15, { ...wait(1), endedAt: 45 })).toEqual([]);
  expect(idsOf(judge, 30, { endedAt: 50 })).toEqual(['too-soon']);
  expect(idsOf(judge, 1044)).toEqual(['too-soon']);
  expect(idsOf(judge, 1045)).toEqual([]);
});

test('nobody is too soon unless a response said how long to wait, whenever it was recorded', () => {
  // Before the process began, as in a recording of yesterday.
  const yesterday = -86_400_000;
  const judge = new ClientJudge();
  expect(idsOf(judge, yesterday, { status: 429, isNoneLeft: true })).toEqual([]);
  expect(idsOf(judge, yesterday + 1)).toEqual(['none-left']);
  expect(idsOf(judge, yesterday + 2, { status: 429 })).toEqual([]);
  expect(idsOf(judge, yesterday + 3, { status: 503 })).toEqual([]);
  expect(idsOf(judge, yesterday + 4, wait(1))).toEqual([]);
  expect(idsOf(judge, yesterday + 5)).toEqual(['too-soon']);
  expect(idsOf(judge, yesterday + 1004)).toEqual([]);
});

const id = '5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01';

const lookup = `/private/sample/${'a'.repeat(64)}`;

function draft(more: string) {
  return `{ "tags": ["a:b", "{"], "c2Address": "c2.example:443", "file256Hash": "${'a'.repeat(64)}", "referenceLink": "https://results.example/${'a'.repeat(64)}", "confidenceScore": 5${more} }`;
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
}

/** The ids of the flaws of a request, without their common beginning. A body that is not read is announced. */
function flawsOf({ method, url, body }: Sent, isRead = true): string[] | undefined {
  const headers = { 'content-type': 'application/json', ...(body && { 'content-length': '9' }) };
  const request = { method, url, headers, ...(isRead && body !== undefined && { body }) };
  const flaws = requestFlaws(request, { hasToken: true });
  return flaws?.map((flaw) => flaw.id.replace('client/', ''));
}

const one = `${feed}?report=${id}`;
const inUpperCase = `${feed}?report=${id.toUpperCase()}`;

test('a fetch and a create as they are described have no flaw', () => {
  expect(flawsOf({ method: 'GET', url: one })).toEqual([]);
  expect(flawsOf({ method: 'POST', url: feed, body: draft('') })).toEqual([]);
});

test.each<[what: string, sent: Sent, flaw: string]>([
  ['a fetch with a body', { method: 'GET', url: one, body: '{}' }, 'needless-body'],
  ['a delete with a body', { method: 'DELETE', url: one, body: '{}' }, 'needless-body'],
  [
    'a delete with a parameter twice',
    { method: 'DELETE', url: `${one}&report=${id}` },
    'relies-on-feed.repeated-parameters',
  ],
  ['a fetch by an upper-case id', { method: 'GET', url: inUpperCase }, 'relies-on-feed.id-case'],
  [
    'a delete by an upper-case id',
    { method: 'DELETE', url: inUpperCase },
    'relies-on-feed.id-case',
  ],
  [
    'a fetch with a parameter that nobody described',
    { method: 'GET', url: `${one}&page=2` },
    'relies-on-feed.unknown-parameters',
  ],
  [
    'a lookup with a parameter that nobody described',
    { method: 'GET', url: `${lookup}?page=2` },
    'relies-on-lookup.unknown-parameters',
  ],
  ['a method that a path has not', { method: foreignMethod, url: feed }, 'no-operation'],
])('%s has the flaw %s', (_what, sent, flaw) => {
  expect(flawsOf(sent)).toEqual([flaw]);
  expect(flawsOf(sent, false)).toEqual([flaw]);
});

test.each<[what: string, sent: Omit<Sent, 'method'>, flaw: string]>([
  ['beside the path', { url: '/feed/tunnelco/apis' }, 'wrong-path'],
  ['with a field twice', { url: feed, body: draft(', "tags": []') }, 'field-twice'],
  ['with port 0', { url: feed, body: draft('').replace(':443', ':0') }, 'c2Address-port'],
  [
    'with a port too high',
    { url: feed, body: draft('').replace(':443', ':99999') },
    'c2Address-port',
  ],
])('a create %s has the flaw %s', (_what, sent, flaw) => {
  expect(flawsOf({ method: 'POST', ...sent })).toEqual([flaw]);
});

test('an id is sent in upper case by nobody who got it so from the server', () => {
  const upper = id.toUpperCase();
  const hear = (judge: ClientJudge, sent: string, status: number, body: string) =>
    judge
      .hear(
        {
          request: { method: 'GET', url: `${feed}?report=${sent}`, headers: {} },
          response: { status, headers: {}, body },
          startedAt: 0,
          endedAt: 0,
        },
        { caller: 'reader', hasToken: true, isNoneLeft: false },
      )
      .map((flaw) => flaw.id);
  const shown = JSON.stringify({ report: { id: upper }, successful: true });
  expect(hear(new ClientJudge(), upper, 200, shown)).toEqual([]);
  const lower = JSON.stringify({ report: { id }, successful: true });
  expect(hear(new ClientJudge(), upper, 200, lower)).toEqual(['client/relies-on-feed.id-case']);
  const echoed = JSON.stringify({ error: `no report ${upper}`, id: upper, successful: false });
  expect(hear(new ClientJudge(), upper, 404, echoed)).toEqual(['client/relies-on-feed.id-case']);
});
