import { expect, test } from 'vitest';
import type { Headers } from '../exchange.ts';
import { ClientJudge } from './client-judge.ts';

const idsOf = (
  judge: ClientJudge,
  at: number,
  { status = 200, headers = {} as Headers, isNoneLeft = false } = {},
) =>
  judge
    .hear(
      {
        request: { method: 'GET', url: `/private/sample/${'a'.repeat(64)}`, headers: {} },
        response: { status, headers, body: '' },
        ...{ startedAt: at, endedAt: at },
      },
      { caller: 'analyst', hasToken: true, isNoneLeft },
    )
    .map(({ id }) => id.replace('client/', ''));

const wait = (seconds: number) => ({ status: 429, headers: { 'retry-after': String(seconds) } });

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
