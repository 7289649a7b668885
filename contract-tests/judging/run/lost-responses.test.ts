import { expect, test, vi } from 'vitest';
import { targetAt } from '../../service/target/target.test.support.ts';
import type { Ask } from '../talk/ask.ts';
import { NoAnswer } from '../talk/client.ts';
import { someExchange } from '../talk/exchange.test.support.ts';
import type { Exchange } from '../talk/exchange.ts';
import { judgeLostResponses } from './lost-responses.ts';
import { runOf } from './run.test.support.ts';

const request = {
  method: 'POST',
  url: 'http://127.0.0.1:9/feed/tunnelco/api',
  body: '{"tags":[]}',
  headers: { 'content-type': 'application/json' },
};

function dropped(part: Partial<Exchange> = {}): Exchange {
  return someExchange({ operation: 'create', about: { service: 'tunnelco' }, request, ...part });
}

function hangUp(lost: Exchange) {
  return new NoAnswer(lost.request.url, { code: 'ECONNRESET', message: 'hung up' }, { lost });
}

const late = new NoAnswer(request.url, { code: 'TIMEOUT' }, { lost: dropped() });

/** How requests end in a run, and whether it goes on. */
interface Ends {
  /** How the dropped request ends when it is sent again: with an error, or answered. */
  readonly again?: (nth: number) => Error | undefined;
  /** Whether other requests are answered once it was sent so often. */
  readonly others?: (sent: number) => boolean;
  readonly isStopped?: boolean;
  readonly isGivenUp?: boolean;
}

async function judgedOf(
  exchanges: readonly Exchange[],
  { again = () => hangUp(dropped()), others = () => true, isStopped, isGivenUp = false }: Ends = {},
) {
  const sent: Ask[] = [];
  const signal = isStopped ? { signal: AbortSignal.abort() } : {};
  const run = runOf(targetAt(), signal);
  const ask = async (one: Ask): Promise<never> => {
    const isOther = one.about.report !== undefined && one.about.report !== 'a';
    const error = isOther ? !others(sent.length) && late : again(sent.push(one));
    if (error) throw error;
    return undefined as never;
  };
  const usual = run.conversation('lost');
  vi.spyOn(run, 'conversation').mockReturnValue({ ...usual, ask });
  const judge = vi.fn<typeof run.judge>();
  Object.assign(run, { judge });
  for (const one of exchanges)
    run.evidence.unanswered.push({ clauses: [], error: hangUp(one) }, { clauses: [], error: late });
  vi.spyOn(run.client, 'isGivenUp').mockImplementation((area) => area === 'feed' && isGivenUp);
  await judgeLostResponses(run);
  return { sent, judged: judge.mock.calls.map(([{ exchange }]) => exchange) };
}

test('a request that is dropped each time, alone, is judged, and sent again as it was, up to three', async () => {
  const create = dropped();
  const fetch = someExchange();
  const { sent, judged } = await judgedOf([create, fetch, create, create]);
  expect(judged).toEqual([create, fetch, create]);
  const caller = { key: 'tokens.researcher', authorization: 'secret-researcher' };
  const again = { operation: 'create', about: create.about, caller, body: request.body };
  expect(sent[0]).toEqual({ ...again, contentType: 'application/json' });
  expect(sent[2]).toEqual({ operation: 'fetch', about: fetch.about, caller });
});

test.each<[string, number, Ends]>([
  ['it is answered when it is sent again', 1, { again: () => undefined }],
  ['it is answered the second time', 2, { again: (n) => (n > 1 ? undefined : hangUp(dropped())) }],
  ['it only takes long', 1, { again: () => late }],
  ['other requests get no answer either', 0, { others: () => false }],
  ['other requests get no answer afterwards', 1, { others: (sent) => sent < 1 }],
  ['the run was stopped', 0, { isStopped: true }],
  ['the server is gone', 0, { isGivenUp: true }],
])('a dropped request is not judged if %s', async (_why, times, ends) => {
  const { sent, judged } = await judgedOf([dropped()], ends);
  expect(sent).toHaveLength(times);
  expect(judged).toEqual([]);
});

const long = 'a'.repeat(4096);
test.each<[string, Partial<Exchange>]>([
  ['a lookup', { operation: 'lookup' }],
  ['a token that nobody holds', { caller: 'unknown token' }],
  ['a counted token', { caller: 'tokens.limited[0]' }],
  ['a caller that the target does not have', { caller: 'tokens.reader' }],
  [
    'what a firewall may take for an attack',
    { request: { ...request, url: `${request.url}?report=%27` } },
  ],
  ['a long URL', { request: { ...request, url: long } }],
  ['a long body', { request: { ...request, body: JSON.stringify(long) } }],
  ['a body that is no JSON', { request: { ...request, body: '{' } }],
])('%s may be dropped', async (_what, part) => {
  expect(await judgedOf([dropped(part)])).toEqual({ sent: [], judged: [] });
});
