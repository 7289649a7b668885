import { expect, test } from 'vitest';
import { type RunningServer, startServer } from '../index.ts';
import { call } from './control-plane.test.support.ts';

const ask = (server: RunningServer, path: string, method = 'GET') =>
  fetch(`${server.baseUrl}${path}`, { method, headers: { Authorization: 'token-reader' } });

const post = async (server: RunningServer, path: string, body: unknown) => {
  const answer = await call(server.adminUrl, `POST /requests/${path}`, body);
  return [answer.status, answer.body || {}];
};

test('requests that match no operation can be selected', async () => {
  await using server = await startServer();
  await ask(server, '/feeed/tunnelco/api');
  await ask(server, '/feed/tunnelco/api?report=x');
  await ask(server, '/feed/tunnelco/api', 'PUT');
  expect(server.requests({ unmatched: true }).map(({ id }) => id)).toEqual([1, 3]);
  const answer = await fetch(`${server.adminUrl}/requests?unmatched=false`);
  expect(await answer.json()).toMatchObject({
    requests: [{ id: 2 }],
    dropped: 0,
    limits: { requests: 1000, bytes: 4194304 },
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
