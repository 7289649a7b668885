import { expect, test } from 'vitest';
import type { Context } from '../../service/drive/context.ts';
import type { Ask } from '../talk/ask.ts';
import { NoAnswer } from '../talk/client.ts';
import { someExchange } from '../talk/exchange.test.support.ts';
import type { Exchange } from '../talk/exchange.ts';
import { judgeDropped } from './dropped.ts';
import { runOf, targetAt } from './run.test.support.ts';

const request = {
  ...{ method: 'POST', url: 'http://127.0.0.1:9/feed/tunnelco/api', body: '{"tags":[]}' },
  headers: { 'content-type': 'application/json' },
};
const dropped = (part: Partial<Exchange> = {}): Exchange =>
  someExchange({ operation: 'create', about: { service: 'tunnelco' }, request, ...part });
const hangUp = (lost: Exchange) =>
  new NoAnswer(lost.request.url, { code: 'ECONNRESET', message: 'hung up' }, { lost });
const late = new NoAnswer(request.url, { code: 'TIMEOUT' }, { lost: dropped() });

/** How a dropped request ends when it is sent again, and others once so many were. */
const usual = {
  again: (_nth: number): Error | undefined => hangUp(dropped()),
  others: (_sent: number): boolean => true,
  ...{ isStopped: false, isGivenUp: false },
};

const judgedOf = async (exchanges: readonly Exchange[], how: Partial<typeof usual> = {}) => {
  const { again, others, isStopped, isGivenUp } = { ...usual, ...how };
  const run = runOf(targetAt());
  for (const one of exchanges)
    run.evidence.unanswered.push({ clauses: [], error: hangUp(one) }, { clauses: [], error: late });
  const sent: Ask[] = [];
  const judged: Exchange[] = [];
  const thrown = (error: Error | undefined): void => {
    if (error) throw error;
  };
  const api = {
    fetch: async () => thrown(others(sent.length) ? undefined : late),
    send: async (ask: Ask) => thrown(again(sent.push(ask))),
  } as unknown as Context['api'];
  await judgeDropped({
    ...run,
    client: { ...run.client, isGivenUp: (area) => area === 'feed' && isGivenUp },
    isStopped: () => isStopped,
    context: (name) => ({ ...run.context(name), api }),
    judge: ({ exchange }) => void judged.push(exchange),
  });
  return { sent, judged };
};

test('a request that is dropped each time, alone, is judged, and sent again as it was, up to three', async () => {
  const [create, fetch] = [dropped(), someExchange()];
  const { sent, judged } = await judgedOf([create, fetch, create, create]);
  expect(judged).toEqual([create, fetch, create]);
  const caller = { key: 'tokens.researcher', authorization: 'secret-researcher' };
  const again = { operation: 'create', about: create.about, caller, body: request.body };
  expect(sent[0]).toEqual({ ...again, contentType: 'application/json' });
  expect(sent[2]).toEqual({ operation: 'fetch', about: fetch.about, caller });
});

test.each<[string, number, Partial<typeof usual>]>([
  ['it is answered when it is sent again', 1, { again: () => undefined }],
  ['it is answered the second time', 2, { again: (n) => (n > 1 ? undefined : hangUp(dropped())) }],
  ['it only takes long', 1, { again: () => late }],
  ['other requests get no answer either', 0, { others: () => false }],
  ['other requests get no answer afterwards', 1, { others: (sent) => sent < 1 }],
  ['the run was stopped', 0, { isStopped: true }],
  ['the server is gone', 0, { isGivenUp: true }],
])('a dropped request is not judged if %s', async (_why, times, circumstances) => {
  const { sent, judged } = await judgedOf([dropped()], circumstances);
  expect([sent.length, judged]).toEqual([times, []]);
});

const long = 'a'.repeat(4096);
test.each<[string, Partial<Exchange>]>([
  ['a lookup', { operation: 'lookup' }],
  ['a token that nobody holds', { caller: 'unknown token' }],
  ['a counted token', { caller: 'tokens.limited[0]' }],
  ['a caller that the target does not have', { caller: 'tokens.reader' }],
  ['what an intermediary may answer', { inFront: true }],
  ['a long URL', { request: { ...request, url: long } }],
  ['a long body', { request: { ...request, body: JSON.stringify(long) } }],
  ['a body that is no JSON', { request: { ...request, body: '{' } }],
])('%s may be dropped', async (_what, part) => {
  expect(await judgedOf([dropped(part)])).toEqual({ sent: [], judged: [] });
});
