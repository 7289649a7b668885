import { expect, test } from 'vitest';
import { abuseFeed } from '../../service/abuse-feed.ts';
import {
  created,
  deleted,
  exchangesOf,
  feed,
  fetched,
  found,
  type HistoryEntry,
  hashes,
  id,
  one,
  refused,
  reportOf,
  service,
  target,
  three,
  two,
} from '../../service/model/history.test.support.ts';
import { nearId } from '../../service/requests/made-up.ts';
import type { Ask } from '../talk/ask.ts';
import type { Exchange } from '../talk/exchange.ts';
import { fakeClient, refusal, type Says } from './fake-client.test.support.ts';
import { type RecordedCall, recordedCalls, withoutWaits } from './recorded-call.ts';
import { replayCalls } from './replay.ts';

function callsOf(...story: readonly HistoryEntry[]): RecordedCall[] {
  return recordedCalls(service, exchangesOf(story));
}

test('a request by another method is repeated, and its response is not judged', async () => {
  const [exchange] = exchangesOf([fetched(one)]) as [Exchange];
  const headed = { ...exchange, request: { ...exchange.request, method: 'HEAD' } };
  const [call] = recordedCalls(service, [headed]) as [RecordedCall];
  expect(call.method).toBe('HEAD');
  expect(callsOf(fetched(one))[0]).not.toHaveProperty('method');
  const methods: unknown[] = [];
  const says: Says = ({ method }) => {
    methods.push(method);
    return { body: fetched(one).body as object };
  };
  const { evidence } = await replayCalls([call], { client: fakeClient(says), service });
  expect(methods).toEqual(['HEAD']);
  expect(evidence.brokenIds).toEqual([]);
});

test('a request is repeated as it was sent, with the ids of this replay', async () => {
  const [first, second, last] = exchangesOf([created(two), created(three), found(hashes.sha256)]);
  const wayTo = (id: string) => ({ rawPath: `/${id}`, headers: { id: `<${nearId(id)}>` } });
  const headers = { accept: 'text/html', 'content-type': 'a/b' };
  const odd = { way: wayTo(two), request: { body: `{"of":"${two}"`, headers } };
  const sent = [first, { ...second, ...odd }, { ...last, request: { headers: {} } }];
  const asked: Ask[] = [];
  const says = server();
  const client = fakeClient((ask) => {
    asked.push(ask);
    return says(ask);
  });
  await replayCalls(withoutWaits(recordedCalls(service, sent as Exchange[])), { client, service });
  expect(asked[0]).not.toHaveProperty('accept');
  const form = { body: `{"of":"${one}"`, accept: 'text/html', contentType: 'a/b' };
  expect(asked[1]).toMatchObject({ ...form, way: wayTo(one), about: { service: feed } });
  expect(asked[1]?.sent).toBeUndefined();
  expect(asked[2]).toMatchObject({ accept: '', encoding: '', about: { hash: hashes.sha256 } });
  const bodies = client.exchanges.map(({ request }) => request.body);
  expect(bodies.join()).not.toContain('{{');
});

test('calls at once are in progress together, and a wait is made', async () => {
  const progress: string[] = [];
  const client = fakeClient(() => {
    progress.push('sent');
    return refusal;
  });
  const ask: typeof client.ask = (each) =>
    client.ask(each).finally(() => void progress.push('answered'));
  const [call] = callsOf(fetched(one)) as [RecordedCall];
  const calls = [
    { ...call, atOnce: 1 },
    { ...call, atOnce: 1 },
    { ...call, after: 2 },
  ];
  const { waited } = await replayCalls(calls, { client: { ...client, ask }, service });
  expect(progress.join(' ')).toBe('sent sent answered answered sent answered');
  expect(waited).toBe(2);
});

test('what is left is deleted by somebody who may; that is told, and not judged', async () => {
  const says = server();
  const mayAsk = ({ operation, caller }: Ask): boolean =>
    operation !== 'delete' || caller.key === 'tokens.service';
  const client = fakeClient((ask) => (mayAsk(ask) ? says(ask) : refusal), 600);
  const gone: string[] = [];
  const listener = { created: () => undefined, deleted: ({ id }: { id: string }) => gone.push(id) };
  const calls = callsOf(
    created(one),
    created(two, { who: 'otherResearcher' }),
    refused('delete', { report: two, who: 'reader' }),
    deleted(one, { who: 'service' }),
  );
  const { evidence } = await replayCalls(withoutWaits(calls), { client, service, listener });
  expect([...evidence.brokenIds, ...gone]).toEqual([one, two]);
  expect(client.exchanges.slice(4).map(({ caller }) => caller)).toEqual([
    'tokens.otherResearcher',
    'tokens.researcher',
    'tokens.service',
  ]);
});

/** A feed in a few lines. */
function server(): Says {
  const reports = new Map<string, object>();
  return ({ operation, about, sent }) => {
    const known = reports.get(about.report ?? '');
    if (operation === 'create') {
      const made = id(String(reports.size + 1));
      reports.set(made, { ...reportOf(made), ...(sent as object) });
      return { status: 201, body: { id: made, successful: true } };
    }
    if (!known) return { status: 404, body: { error: 'no', successful: false } };
    if (operation === 'fetch') return { body: { report: known, successful: true } };
    reports.delete(about.report ?? '');
    return { body: { message: 'gone', success: true } };
  };
}

test.each([
  ['not found, though it must be there', 1000, 404, ['fetch/stored-report-is-found']],
  ['found then', 1000, 200, []],
])(
  'a report that is not found at first is fetched once more when it must be there: %s',
  async (_, grace, status, clauses) => {
    const says = server();
    let fetches = 0;
    const client = fakeClient((ask) => {
      const isHidden = ask.operation === 'fetch' && (fetches++ === 0 || status === 404);
      return isHidden ? { status: 404, body: { error: 'no', successful: false } } : says(ask);
    }, 990);
    const alone = { ...target, tokens: { researcher: 'Bearer only', limited: [] } };
    const options = { client, service: abuseFeed(alone), grace };
    const { evidence, exchanges } = await replayCalls(
      withoutWaits(callsOf(created(one), fetched(one))),
      options,
    );
    expect(evidence.brokenIds).toEqual(expect.arrayContaining(clauses));
    expect(evidence.anyBroken).toBe(clauses.length > 0);
    expect(exchanges.map(({ response }) => response.status)).toEqual([201, status]);
    expect(fetches).toBe(grace > 0 ? 2 : 1);
  },
);
