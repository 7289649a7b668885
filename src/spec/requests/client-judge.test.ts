import { expect, test } from 'vitest';
import { type ClientCall, ClientJudge } from './client-judge.ts';

const lookup = (at: number, more: Partial<ClientCall> = {}): ClientCall => ({
  ...{ method: 'GET', path: `/private/sample/${'a'.repeat(64)}`, headers: {}, hasToken: true },
  ...{ caller: 'analyst', startedAt: at, endedAt: at, status: 200, isNoneLeft: false },
  ...more,
});

const idsOf = (judge: ClientJudge, call: ClientCall) =>
  judge.hear(call).map(({ id }) => id.replace('client/', ''));

test('a Retry-After holds, whatever is answered meanwhile', () => {
  const judge = new ClientJudge();
  expect(idsOf(judge, lookup(0, { status: 429, waitMs: 1000 }))).toEqual([]);
  expect(idsOf(judge, lookup(100, { status: 429, isNoneLeft: true }))).toEqual(['too-soon']);
  expect(idsOf(judge, lookup(200))).toEqual(['too-soon', 'none-left']);
  expect(idsOf(judge, lookup(300))).toEqual(['too-soon']);
  expect(idsOf(judge, lookup(1000))).toEqual([]);
});

test('the last Retry-After counts', () => {
  const judge = new ClientJudge();
  judge.hear(lookup(0, { status: 429, waitMs: 60_000 }));
  judge.hear(lookup(60_000, { status: 429, waitMs: 0 }));
  expect(idsOf(judge, lookup(60_001))).toEqual([]);
});
