import { expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../index.ts';
import { foreignMethod } from '../../spec/methods.test.support.ts';
import { call } from '../control-plane.test.support.ts';

function ask(server: RunningServer, path: string, method = 'GET') {
  return fetch(`${server.baseUrl}${path}`, { method, headers: { Authorization: 'token-reader' } });
}

async function post(server: RunningServer, path: string, body: unknown) {
  const answer = await call(server.adminUrl, `POST /requests/${path}`, body);
  return [answer.status, answer.body || {}];
}

test('requests that match no operation can be selected', async () => {
  await using server = await startServer();
  await ask(server, '/feeed/tunnelco/api');
  await ask(server, '/feed/tunnelco/api?report=x');
  await ask(server, '/feed/tunnelco/api', foreignMethod);
  expect(server.requests({ unmatched: true }).map(({ id }) => id)).toEqual([1, 3]);
  const answer = await fetch(`${server.adminUrl}/requests?unmatched=false`);
  expect(await answer.json()).toMatchObject({
    requests: [{ id: 2 }],
    dropped: 0,
    limits: { requests: 5000, bytes: 16777216 },
  });
});

test('expected requests are matched, and all others are unexpected', async () => {
  await using server = await startServer();
  server.expectNoMore();
  await ask(server, '/feed/tunnelco/api?report=x');
  await ask(server, '/private/sample/x');
  await ask(server, '/nowhere');
  expect(server.expectRequests({ operation: 'fetch', count: 1 })).toMatchObject([{ id: 1 }]);
  server.expectNoMore({ operation: 'fetch' });
  const says =
    '2 requests were seen that nobody expected: #2 GET /private/sample/x (400, malformed-hash); #3 GET /nowhere (404, unknown-path).';
  expect(() => server.expectNoMore()).toThrow(says);
  expect(await post(server, 'expect-no-more', {})).toMatchObject([409, { detail: says }]);
  expect(await post(server, 'expect', { operation: 'lookup' })).toMatchObject([
    200,
    { requests: [{ id: 2 }] },
  ]);
  server.expectRequests({ unmatched: true, count: 1 });
  expect(await post(server, 'expect-no-more', {})).toEqual([204, {}]);
  await ask(server, '/nowhere');
  expect(() => server.expectNoMore()).toThrow('A request was seen that nobody expected: #4 GET');
  server.clearRequests();
  server.expectNoMore();
});

test('missing requests are reported with those that came instead', async () => {
  await using server = await startServer();
  await ask(server, '/nowhere');
  expect(() => server.expectRequests({ operation: 'create' })).toThrow(
    'Expected at least one matching request, and 0 were seen. Seen: #1 GET /nowhere (404, unknown-path).',
  );
  expect(await post(server, 'expect', { status: 404, count: 2 })).toMatchObject([
    409,
    {
      type: 'urn:abuse-feed:problem:unexpected',
      detail:
        'Expected 2 matching requests, and 1 was seen. Seen: #1 GET /nowhere (404, unknown-path).',
    },
  ]);
  server.expectRequests({ operation: 'create', count: 0 });
});

test('requests are matched by a part of their body and by headers, and others are listed', async () => {
  await using server = await startServer();
  const create = (tag: string, source: string) =>
    fetch(`${server.baseUrl}/feed/tunnelco/api`, {
      method: 'POST',
      headers: { Authorization: 'token-researcher-1', 'X-Source': source },
      body: JSON.stringify({ tags: [tag], more: { score: 1, notes: ['a'] } }),
    });
  await create('rat', 'one');
  await create('bot', 'two');
  const id = (filter: Parameters<RunningServer['requests']>[0]) =>
    server.requests(filter).map((request) => request.id);
  expect(id({ body: { tags: ['rat'] } })).toEqual([1]);
  expect(id({ body: { more: { notes: ['a'] } }, headers: { 'x-source': 'two' } })).toEqual([2]);
  expect(id({ body: { more: { notes: [] } } })).toEqual([]);
  expect(id({ body: { tags: ['rat'] }, exact: true })).toEqual([]);
  expect(server.countRequests({ headers: { 'X-Source': 'one' } })).toBe(1);
  expect(server.har({ body: { tags: ['bot'] } }).log.entries).toHaveLength(1);
  const [awaited] = await server.waitForRequests({ body: { tags: ['bot'] } });
  expect(awaited?.id).toBe(2);
  expect(() => server.requests({ colour: 1, body: {} } as object)).toThrow(
    /unknown key colour; known here: .*limit/,
  );
  const wanted = { operation: 'create', body: { tags: ['bot'], more: { score: 2 } } };
  expect(await post(server, 'expect', wanted)).toMatchObject([
    409,
    {
      detail: expect.stringMatching(/0 were seen\. Seen: #1 POST .*; #2 POST .*\.$/),
    },
  ]);
  server.expectRequests({ operation: 'create', body: { tags: ['rat'] }, count: 1 });
});

test('a body as long as the default takes is matched whole, and of a longer one nothing is said', async () => {
  await using server = await startServer();
  const create = (length: number) =>
    fetch(`${server.baseUrl}/feed/tunnelco/api`, {
      method: 'POST',
      headers: { Authorization: 'token-researcher-1', 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: 'x'.repeat(length), tags: ['last'] }),
    });
  await create(60_000);
  server.expectRequests({ tag: 'last', count: 1 });
  server.expectNoMore({ tag: 'last' });
  // Refused, since it is too large.
  await create(70_000);
  server.expectRequests({ tag: 'last' });
  const says = /no longer kept whole/;
  expect(() => server.expectRequests({ tag: 'last', count: 1 })).toThrow(says);
  expect(() => server.expectNoMore({ tag: 'last' })).toThrow(says);
});
