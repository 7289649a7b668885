import { expect, test } from 'vitest';
import { startServer } from '../../server.ts';
import { create } from '../create.test.support.ts';
import { exchange, exchangeAll } from '../raw-exchange.test.support.ts';
import { badRequests, goodRequests } from './corpus/corpus.test.support.ts';
import { bytesOf, type CorpusRequest } from './corpus/request.test.support.ts';
import { tokens } from './corpus/sample-values.test.support.ts';

test('no two requests of the corpus go by the same name', () => {
  const names = [...badRequests, ...goodRequests].map(({ what, bytes }) => `${what} ${bytes}`);
  expect(new Set(names).size).toBe(names.length);
});

// One server takes them all in turn: whatever one of them breaks, the next would meet.
test('every bad request is refused with the error body and changes nothing, and the server lives on', async () => {
  await using server = await startServer();
  for (const bad of badRequests) {
    const before = server.state();
    const answer = await exchange(server.baseUrl, bad.bytes);
    expect({ what: bad.what, status: answer.status, body: answer.body }).toEqual({
      what: bad.what,
      status: bad.status,
      body: bad.bodiless ? '' : expect.stringContaining('"successful":false'),
    });
    if (!bad.bodiless) expectErrorBody(bad, answer.body);
    if (bad.allow !== undefined) expect(answer.headers.allow, bad.what).toBe(bad.allow);
    expect(server.state(), bad.what).toEqual(spent(before, bad.counted ?? 0));
    const health = await fetch(`${server.baseUrl}/__admin/health`);
    expect({ status: health.status, body: await health.json() }, bad.what).toEqual({
      status: 200,
      body: { status: 'ok' },
    });
  }
});

function expectErrorBody(bad: CorpusRequest, body: string): void {
  const { error, ...rest } = JSON.parse(body) as { error: unknown };
  expect(rest, bad.what).toEqual({ successful: false });
  expect(error, bad.what).toMatch(bad.says ?? /\S/);
}

type State = Awaited<ReturnType<typeof startServer>>['state'] extends () => infer S ? S : never;

/** The state with so many lookups taken off the count of `analyst`. */
function spent(state: State, count: number): State {
  if (count === 0) return state;
  const left = state.allowances.analyst?.left ?? 2000;
  const period = state.allowances.analyst?.period ?? '';
  return {
    ...state,
    allowances: { ...state.allowances, analyst: { left: left - count, period } },
  };
}

test('the twins of the bad requests, as near to them as can be, are accepted', async () => {
  await using server = await startServer();
  for (const { what, bytes, status } of goodRequests) {
    const answer = await exchange(server.baseUrl, bytes);
    expect({ what, ...answer }).toMatchObject({ what, status });
    expect(answer.headers['content-type'], what).toBe('application/json');
  }
});

test('what is left of a body that was refused unread is not taken for another request', async () => {
  await using server = await startServer();
  const smuggled = `DELETE /feed/tunnelco/api?report=5f0c2a4e-7b1d-4c59-9a36-1d0e8b7c6f01 HTTP/1.1\r\nHost: a\r\nAuthorization: ${tokens.researcher}\r\n\r\n`;
  const before = server.state();
  const tooLarge = bytesOf({
    method: 'POST',
    path: '/feed/tunnelco/api',
    headers: [
      ['Authorization', tokens.researcher],
      ['Content-Type', 'application/json'],
    ],
    body: smuggled.repeat(1000),
  });
  const answers = await exchangeAll(server.baseUrl, tooLarge);
  expect(answers.map(({ status }) => status)).toEqual([413]);
  expect(server.state()).toEqual(before);
});

test('a body that announces itself too large is refused before it is sent', async () => {
  await using server = await startServer();
  const headers = [
    ['Authorization', tokens.researcher],
    ['Content-Type', 'application/json'],
  ] as const;
  const bytes = bytesOf({
    method: 'POST',
    path: '/feed/tunnelco/api',
    headers,
    body: '{',
    length: 1e12,
  });
  expect(await exchange(server.baseUrl, bytes)).toMatchObject({ status: 413 });
});

test.each([
  ['a tag with control characters', { tags: ['\u0000\u001b[2J'] }],
  ['a lone surrogate', { tags: ['\ud800'] }],
  [
    'characters beyond the first plane',
    { tags: ['🦊'], referenceLink: 'https://results.example/' },
  ],
  ['upper-case letters in a host', { c2Address: 'C2.Example.COM:443' }],
])('what was sent comes back as it was sent: %s', async (_what, part) => {
  await using server = await startServer();
  const { id } = (await (await create(server, { change: part })).json()) as { id: string };
  const headers = { Authorization: tokens.researcher };
  const fetched = await fetch(`${server.baseUrl}/feed/tunnelco/api?report=${id}`, { headers });
  expect(await fetched.json()).toMatchObject({ report: { id, ...part } });
});
