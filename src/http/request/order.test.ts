import { describe, expect, test } from 'vitest';
import { startServer } from '../../start-server.ts';
import { exchange, exchangeAll } from '../raw-exchange.test.support.ts';

const json = { 'Content-Type': 'application/json' };
const id = '00000000-0000-4000-8000-00000000abcd';

function posted(body: string, headers: { readonly [name: string]: string } = json) {
  return ['POST', '/feed/tunnelco/api', { headers, body }] as const;
}

function asked(path: string, method = 'GET') {
  return [method, path, {}] as const;
}

/** Requests with something wrong besides the token, and what they are refused for where that is good. */
const wrong: (readonly [string, string, string, RequestInit, string])[] = [
  ['a body that is no report', ...posted('{}'), 'invalid-report'],
  ['a body that is no JSON', ...posted('{'), 'malformed-request'],
  ['a body of another type', ...posted('{}', {}), 'wrong-content-type'],
  ['a body that is too large', ...posted(' '.repeat(70_000)), 'body-too-large'],
  ['no id to fetch', ...asked('/feed/tunnelco/api'), 'missing-parameter'],
  ['no id to delete', ...asked('/feed/tunnelco/api?report=x', 'DELETE'), 'malformed-id'],
  ['two ids', ...asked(`/feed/tunnelco/api?report=${id}&report=${id}`), 'malformed-request'],
  ['a URL that cannot be read', ...asked('/private/sample/%zz'), 'malformed-request'],
];
const tokens = [
  ['token-reader', undefined],
  ['nobody', 'unknown-token'],
  [undefined, 'no-token'],
] as const;

describe.each(['first', 'after-validation'] as const)('auth.order: %s', (order) => {
  test.each(wrong)('%s', async (_what, method, path, init, problem) => {
    await using server = await startServer({ dialect: { 'auth.order': order } });
    for (const [token, strange] of tokens) {
      const headers = { ...init.headers, ...(token !== undefined && { Authorization: token }) };
      await (await fetch(`${server.baseUrl}${path}`, { ...init, method, headers })).text();
      const expected = order === 'first' ? (strange ?? problem) : problem;
      expect(server.requests().at(-1)?.outcome, String(token)).toBe(expected);
    }
  });
});

test('what anybody may fetch is validated first, since there is no stranger', async () => {
  await using server = await startServer({ dialect: { 'fetch.who': 'public' } });
  const answer = await fetch(`${server.baseUrl}/feed/tunnelco/api?report=x`);
  expect(answer.status).toBe(400);
  expect(server.requests()[0]?.outcome).toBe('malformed-id');
});

test('two tokens are none, in either order', async () => {
  for (const order of ['first', 'after-validation'] as const) {
    await using server = await startServer({ dialect: { 'auth.order': order } });
    const bytes =
      'GET /private/sample/abc HTTP/1.1\r\nHost: a\r\nAuthorization: token-analyst\r\n' +
      'Authorization: nobody\r\nConnection: close\r\n\r\n';
    expect(await exchange(server.baseUrl, bytes)).toMatchObject({ status: 400 });
    expect(server.requests()).toMatchObject([{ outcome: 'malformed-request' }]);
  }
});

test('the body of a stranger is not waited for, and what comes of it later is no second answer', async () => {
  await using server = await startServer();
  const head =
    'POST /feed/tunnelco/api HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
    'Transfer-Encoding: chunked\r\n\r\n';
  const [only, ...more] = await exchangeAll(server.baseUrl, head, 'no chunk\r\n');
  expect(only?.status).toBe(401);
  expect(more).toEqual([]);
  expect(server.requests()).toMatchObject([{ outcome: 'no-token' }]);
});
