import { request } from 'undici';
import { expect, test } from 'vitest';
import { clientCall } from '../../../contract-tests/service/listen/client-listener.ts';
import { headersOf } from '../../http/create.test.support.ts';
import { goodReport, seededSha256 } from '../../http/request/sample-values.test.support.ts';
import { startServer } from '../../server.ts';
import { foreignMethod } from '../../spec/methods.test.support.ts';
import type { HttpExchange } from '../../traffic/exchange.ts';
import { harEntries } from '../../traffic/har.ts';

const draft = { ...goodReport, file256Hash: seededSha256.toUpperCase(), comment: 'x' };

test('what clients do beyond the specification is a finding, one for each kind and caller', async () => {
  await using server = await startServer();
  const feed = `${server.baseUrl}/feed/tunnelco/api`;
  const json = { 'Content-Type': 'application/json' };
  const send = async (url: string, init: RequestInit = {}) => (await fetch(url, init)).text();
  const researcher = { Authorization: 'token-researcher-1' };
  const create = {
    method: 'POST',
    headers: { ...json, ...researcher },
    body: JSON.stringify(draft),
  };
  await send(feed, create);
  await send(feed, create);
  await send(feed);
  await send(feed, { headers: { Authorization: 'Bearer token-researcher-1' } });
  await send(feed, { method: foreignMethod, headers: researcher });
  const few = { headers: { Authorization: 'token-analyst-limited-1' } };
  const hash = `${server.baseUrl}/private/sample/${draft.file256Hash.toLowerCase()}`;
  for (const _ of [1, 2, 3, 4, 5, 6]) {
    // Calls within one millisecond have no order.
    server.advanceClock(1);
    await send(hash, few);
  }
  const found = server.findings().map(({ id, caller, times }) => `${id} ${caller} ${times}`);
  expect(found.sort()).toEqual([
    'client/no-operation researcher-1 1',
    'client/no-report nobody 1',
    'client/no-report unknown token 1',
    'client/no-token nobody 1',
    'client/none-left analyst-limited-1 1',
    'client/relies-on-auth.prefix unknown token 1',
    'client/relies-on-create.hash-case researcher-1 2',
    'client/relies-on-create.unknown-fields researcher-1 2',
  ]);
  const cased = server.findings().find(({ id }) => id === 'client/relies-on-create.hash-case');
  expect(cased?.requests).toEqual(
    server
      .requests()
      .slice(0, 2)
      .map(({ id }) => id),
  );
  const answer = await fetch(`${server.adminUrl}/findings`);
  expect(await answer.json()).toEqual({ findings: server.findings() });
});

test('of a request whose body is too long to be kept, all else is judged', async () => {
  await using server = await startServer({ dialect: { 'create.body-limit': 1_048_576 } });
  const answer = await fetch(`${server.baseUrl}/feed/tunnelco/api?page=2`, {
    method: 'POST',
    headers: { Authorization: 'token-researcher-1', 'Content-Type': 'application/json' },
    body: JSON.stringify(goodReport).padEnd(70_000),
  });
  await answer.text();
  expect(server.requests()[0]?.truncated).toBe(true);
  const ids = server.findings().map(({ id }) => id);
  expect(ids).toEqual(['client/relies-on-feed.unknown-parameters']);
});

test('requests that follow the specification are no findings', async () => {
  await using server = await startServer();
  const url = `${server.baseUrl}/feed/tunnelco/api?report=5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01`;
  await (await fetch(url, { headers: { Authorization: 'token-reader' } })).text();
  await (await fetch(`${server.baseUrl}/docs`)).text();
  expect(server.findings()).toEqual([]);
});

test('two Authorization headers are a finding, and stay one in a recording', async () => {
  await using server = await startServer();
  const url = `${server.baseUrl}/feed/tunnelco/api?report=5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01`;
  const twice = ['Authorization', 'token-reader', 'authorization', 'Bearer token-reader'];
  await (await request(url, { headers: twice })).body.text();
  expect(server.findings()).toMatchObject([{ id: 'client/several-tokens', requests: [1] }]);
  const [entry] = harEntries(server.har()) as [HttpExchange];
  expect(clientCall(entry, '', new Map([['feed', server.baseUrl]]))?.[1]).toMatchObject({
    isRepeated: true,
  });
});

test('a body is kept as it was sent: a field sent twice is seen, exported and found', async () => {
  await using server = await startServer();
  const once = JSON.stringify(sent, null, 1);
  const twice = once.replace('{', '{ "confidenceScore": 1,');
  const post = async (body: string | Buffer) => {
    const headers = headersOf();
    const url = `${server.baseUrl}/feed/tunnelco/api`;
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };
  expect(await post(once)).toBe(201);
  server.expectNoFindings();
  expect(await post(twice)).toBe(201);
  expect(server.requests().map(({ request: { body } }) => body)).toEqual([once, twice]);
  const exported = (harEntries(server.har()) ?? []) as HttpExchange[];
  expect(exported.map(({ request: { body } }) => body)).toEqual([once, twice]);
  expect(server.findings()).toMatchObject([{ id: 'client/field-twice', requests: [2] }]);
  expect(await post(Buffer.from([0x7b, 0xff, 0x7d]))).toBe(400);
  expect(server.requests().at(-1)?.request.body).toBe('{\ufffd}');
});

test('a request whose path is no operation is a finding, but not one of a browser for a page', async () => {
  await using server = await startServer();
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await request(server.baseUrl + path, { headers });
    await answer.body.text();
  };
  await ask('/favicon.ico', { 'Sec-Fetch-Dest': 'image' });
  await ask('/nowhere', { 'Sec-Fetch-Dest': 'document' });
  server.expectNoFindings();
  await ask('/reports/5?secret=1');
  expect(server.findings()).toMatchObject([
    { id: 'client/wrong-path', first: { path: '/reports/5?secret', status: 404 }, requests: [3] },
  ]);
  const world = await server.createWorld();
  await (await fetch(`${world.baseUrl}/v2/feed/tunnelco/api`)).text();
  expect(world.findings()).toMatchObject([{ id: 'client/wrong-path' }]);
});

const sent = { ...draft, file256Hash: draft.file256Hash.toLowerCase(), comment: undefined };

test('a body of a request that is refused or meets a fault is kept, and never said to be absent', async () => {
  await using server = await startServer();
  const create = async (authorization: string, body: string) => {
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
    const url = `${server.baseUrl}/feed/tunnelco/api`;
    await fetch(url, { method: 'POST', headers, body }).catch(() => {});
    return server.requests({ limit: 1 })[0];
  };
  const body = JSON.stringify(sent);
  expect(await create('wrong', body)).toMatchObject({
    request: { body },
    response: { status: 401 },
  });
  for (const fault of [
    { type: 'reply', status: 500 },
    { type: 'drop' },
    { type: 'reset' },
  ] as const) {
    server.addFault({ ...fault, times: 1 });
    expect(await create('token-researcher-1', body)).toMatchObject({ request: { body } });
  }
  const large = await create('token-researcher-1', `${' '.repeat(70_000)}${body}`);
  expect(large).toMatchObject({ response: { status: 413 }, bodyNotRead: true });
  server.expectNoFindings();
  await (await fetch(`${server.baseUrl}/feed/tunnelco/api`, { method: 'POST' })).text();
  expect(server.findings().map(({ id }) => id)).toContain('client/no-body');
});

test.each(['real', 'frozen'] as const)(
  'a fault that asks to wait is to be heeded, and what is found leads to its requests: clock %s',
  async (mode) => {
    await using server = await startServer({ clock: { mode } });
    const headers = { 'Retry-After': '60' };
    server.addFault({ type: 'reply', status: 503, headers, times: 1 });
    const url = `${server.baseUrl}/feed/tunnelco/api?report=5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01`;
    const ask = async () =>
      (await fetch(url, { headers: { Authorization: 'token-reader' } })).text();
    await ask();
    server.expectNoFindings();
    await ask();
    expect(server.findings()).toMatchObject([{ id: 'client/too-soon', requests: [2] }]);
    expect(() => server.expectNoFindings()).toThrow(/too-soon, by reader, #2/);
    server.expectNoFindings({ kind: 'relies-on' });
    const none = { method: 'POST' };
    expect((await fetch(`${server.adminUrl}/findings/expect-none`, none)).status).toBe(409);
    server.advanceClock(61);
    await ask();
    expect(server.findings()).toMatchObject([{ times: 1 }]);
  },
);
