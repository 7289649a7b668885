import { expect, test } from 'vitest';
import { feed } from '../http/request/sample-values.test.support.ts';
import type { Headers } from '../traffic/exchange.ts';
import { ClientJudge } from './client-judge.ts';

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
