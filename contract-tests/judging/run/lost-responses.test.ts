import { expect, onTestFinished, test, vi } from 'vitest';
import { type AbuseFeed, abuseFeed } from '../../service/abuse-feed.ts';
import type { AbuseFeedModel } from '../../service/model/model.ts';
import { targetAt } from '../../service/target/target.test.support.ts';
import type { Answer } from '../talk/answer.ts';
import type { Ask } from '../talk/ask.ts';
import { NoAnswer } from '../talk/client.ts';
import { someExchange } from '../talk/exchange.test.support.ts';
import type { Exchange } from '../talk/exchange.ts';
import { judgeLostResponses } from './lost-responses.ts';
import { Run, type StartOptions } from './run.ts';

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

/** How a dropped request ends when it is sent again, and others once so many were. */
const usual = {
  again: (_nth: number): Error | undefined => hangUp(dropped()),
  others: (_sent: number): boolean => true,
  isStopped: false,
  isGivenUp: false,
};

/** A run whose requests are made up, and which collects what it is to judge. */
class Doubled extends Run<AbuseFeedModel> {
  readonly #ask: (ask: Ask) => Promise<never>;
  override readonly judge: (answer: Answer) => void;

  constructor(
    service: AbuseFeed,
    options: StartOptions,
    ask: (ask: Ask) => Promise<never>,
    judged: Exchange[],
  ) {
    super(service, options);
    this.#ask = ask;
    this.judge = ({ exchange }) => void judged.push(exchange);
  }

  override conversation(name: string) {
    return { ...super.conversation(name), ask: this.#ask };
  }
}

async function judgedOf(exchanges: readonly Exchange[], how: Partial<typeof usual> = {}) {
  const { again, others, isStopped, isGivenUp } = { ...usual, ...how };
  const sent: Ask[] = [];
  const judged: Exchange[] = [];
  const thrown = (error: Error | undefined): void => {
    if (error) throw error;
  };
  const ask = async (ask: Ask): Promise<never> => {
    const isOther = ask.about.report !== undefined && ask.about.report !== 'a';
    thrown(isOther ? (others(sent.length) ? undefined : late) : again(sent.push(ask)));
    return undefined as never;
  };
  const stop = new AbortController();
  if (isStopped) stop.abort();
  const run = new Doubled(abuseFeed(targetAt()), { signal: stop.signal }, ask, judged);
  onTestFinished(() => run.client.close());
  for (const one of exchanges)
    run.evidence.unanswered.push({ clauses: [], error: hangUp(one) }, { clauses: [], error: late });
  vi.spyOn(run.client, 'isGivenUp').mockImplementation((area) => area === 'feed' && isGivenUp);
  await judgeLostResponses(run);
  return { sent, judged };
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
