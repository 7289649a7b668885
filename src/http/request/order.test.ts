import { expect, test } from 'vitest';
import { startServer } from '../../server.ts';
import { exchange, exchangeAll } from '../raw-exchange.test.support.ts';

const json = { 'Content-Type': 'application/json' };
const id = '00000000-0000-4000-8000-00000000abcd';

interface Asked {
  readonly path: string;
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string;
}

function posted(body: string, headers: Asked['headers'] = json): Asked {
  return {
    method: 'POST',
    path: '/feed/tunnelco/api',
    headers,
    body,
  };
}

function asked(path: string, method = 'GET'): Asked {
  return { method, path };
}

const twoIds = `/feed/tunnelco/api?report=${id}&report=${id}`;

/** Requests with something wrong besides the token, and what they are refused for where that is good. */
const wrong: readonly [string, { request: Asked; refusedFor: string }][] = [
  ['a body that is no report', { request: posted('{}'), refusedFor: 'invalid-report' }],
  ['a body that is no JSON', { request: posted('{'), refusedFor: 'malformed-request' }],
  ['a body of another type', { request: posted('{}', {}), refusedFor: 'wrong-content-type' }],
  [
    'a body that is too large',
    { request: posted(' '.repeat(70_000)), refusedFor: 'body-too-large' },
  ],
  ['no id to fetch', { request: asked('/feed/tunnelco/api'), refusedFor: 'missing-parameter' }],
  [
    'what is no id to delete',
    { request: asked('/feed/tunnelco/api?report=x', 'DELETE'), refusedFor: 'malformed-id' },
  ],
  ['two ids', { request: asked(twoIds), refusedFor: 'malformed-request' }],
  [
    'a URL that cannot be read',
    { request: asked('/private/sample/%zz'), refusedFor: 'malformed-request' },
  ],
];

/** What is wrong with a token, if anything is. */
const tokens = [
  ['token-reader', undefined],
  ['nobody', 'unknown-token'],
  [undefined, 'no-token'],
] as const;

const both = (['first', 'after-validation'] as const).flatMap((order) =>
  wrong.map(([what, row]) => [what, order, row] as const),
);

test.each(both)(
  '%s is refused for that or for the token, whichever is looked at first: %s',
  async (_what, order, { request: { path, headers, ...init }, refusedFor }) => {
    await using server = await startServer({ dialect: { 'auth.order': order } });
    for (const [token, strange] of tokens) {
      const all = { ...headers, ...(token !== undefined && { Authorization: token }) };
      await (await fetch(`${server.baseUrl}${path}`, { ...init, headers: all })).text();
      const expected = order === 'first' ? (strange ?? refusedFor) : refusedFor;
      expect(server.requests().at(-1)?.outcome, String(token)).toBe(expected);
    }
  },
);

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
