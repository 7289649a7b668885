import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../server.ts';
import type { FaultRule } from '../worlds/fault-rule.ts';
import { create } from './create.test.support.ts';
import { goodReport } from './request/sample-values.test.support.ts';

async function lookupUnder(...rules: FaultRule[]) {
  const waited: number[] = [];
  const server = await startServer({ environment: { pause: async (ms) => void waited.push(ms) } });
  onTestFinished(() => server.close());
  for (const rule of rules) server.addFault(rule);
  const hash = server.state().analyses[0]?.sha256Hash;
  const ask = () =>
    request(`${server.analysisUrl}/private/sample/${hash}`, {
      headers: { Authorization: 'token-analyst' },
    });
  return { server, ask, waited };
}

test('a chosen status, body and headers come instead of the answer, and nothing happens', async () => {
  const { server, ask } = await lookupUnder({
    type: 'reply',
    status: 503,
    body: { down: true },
    headers: { 'Retry-After': '9' },
    times: 1,
  });
  const answer = await ask();
  expect({ status: answer.statusCode, retryAfter: answer.headers['retry-after'] }).toEqual({
    status: 503,
    retryAfter: '9',
  });
  expect(await answer.body.json()).toEqual({ down: true });
  expect(server.state().allowances).toEqual({});
  expect((await ask()).statusCode).toBe(200);
  expect(server.requests()).toMatchObject([
    { outcome: 'fault', faults: ['fault-1'] },
    { outcome: 'found' },
  ]);
});

test.each<[string, { part: object; type?: string; text: string }]>([
  [
    'a text of a given type',
    {
      part: { body: '<p>', headers: { 'Content-Type': 'text/html' } },
      type: 'text/html',
      text: '<p>',
    },
  ],
  ['a text without one', { part: { body: 'no' }, type: 'application/json', text: '"no"' }],
  ['nothing', { part: {}, text: '' }],
])('a chosen body can be %s', async (_what, { part, type, text }) => {
  const { ask } = await lookupUnder({ type: 'reply', status: 500, ...part });
  const answer = await ask();
  const [found] = String(answer.headers['content-type']).split(';');
  expect(found).toBe(String(type));
  expect(await answer.body.text()).toBe(text);
});

test.each(['before', 'after'] as const)('a reply has values of the request, %s', async (when) => {
  await using server = await startServer();
  const body = {
    text: '{{request.method}} {{request.path.service}} by {{request.headers.X-Me}}: {{request.url}}',
    tags: '{{request.body.tags}}',
    first: ['{{request.body.tags.0}}!'],
    no: '{{request.body.x.y}}',
  };
  const headers = {
    'X-Tags': 'a{{request.body.tags.0}}-{{request.body.tags}}',
    'X-None': '-{{request.query.constructor}}',
  };
  server.addFault({ type: 'reply', status: 299, when, headers, body });
  const sent = { ...goodReport, tags: ['ü\r\n', 'rat'] };
  const answer = await request(`${server.baseUrl}/feed/tunnelco/api`, {
    method: 'POST',
    headers: {
      Authorization: 'token-researcher-1',
      'Content-Type': 'application/json',
      'x-me': 'me',
    },
    body: JSON.stringify(sent),
  });
  expect(await answer.body.json()).toEqual({
    text: 'POST tunnelco by me: /feed/tunnelco/api',
    tags: sent.tags,
    first: ['ü\r\n!'],
    no: null,
  });
  expect(answer.statusCode).toBe(299);
  expect(answer.headers).toMatchObject({ 'x-tags': 'a-["\\r\\n","rat"]', 'x-none': '-' });
});

test('a half-sent answer has its headers and half of its body', async () => {
  const { server, ask } = await lookupUnder({ type: 'half' });
  const answer = await ask();
  expect(answer.statusCode).toBe(200);
  const announced = Number(answer.headers['content-length']);
  let received = 0;
  const reading = (async () => {
    for await (const chunk of answer.body) received += (chunk as Buffer).length;
  })();
  await expect(reading).rejects.toThrow();
  expect(received).toBe(announced >> 1);
  const [seen] = server.requests();
  expect(seen?.response.cut).toBe(true);
  expect(Buffer.byteLength(seen?.response.body ?? '')).toBe(received);
});

test('a slow body comes drop by drop and is whole', async () => {
  const { server, ask, waited } = await lookupUnder({ type: 'slow', ms: 500 });
  const answer = await ask();
  expect(await answer.body.json()).toEqual(server.state().analyses[0]);
  expect(waited.reduce((sum, ms) => sum + ms, 0)).toBe(500);
  expect(waited.length).toBeGreaterThan(5);
});

test('a delay comes before everything else', async () => {
  const { ask, waited } = await lookupUnder({ type: 'delay', ms: 250, caller: 'analyst' });
  expect((await ask()).statusCode).toBe(200);
  expect(waited).toEqual([250]);
});

test('a client that disconnects during a delay ends it', async () => {
  let began = () => {};
  const waiting = new Promise<void>((resolve) => {
    began = resolve;
  });
  await using server = await startServer({
    environment: {
      pause: (_ms, gone) =>
        new Promise((resolve) => {
          gone?.addEventListener('abort', () => resolve());
          began();
        }),
    },
  });
  server.addFault({ type: 'delay', ms: 600_000 });
  const stop = new AbortController();
  const asked = fetch(`${server.baseUrl}/private/sample/x`, { signal: stop.signal });
  asked.catch(() => {});
  await waiting;
  stop.abort();
  const [seen] = await server.waitForRequests();
  expect(seen).toMatchObject({ outcome: 'client-gone' });
});

test('an answer of a fault may come after the service has acted, and a request may come twice', async () => {
  await using server = await startServer();
  const before = server.state().reports.length;
  server.addFault({ type: 'reply', status: 500, when: 'after', times: 1 });
  expect((await create(server)).status).toBe(500);
  expect(server.state().reports).toHaveLength(before + 1);
  expect(server.requests()[0]).toMatchObject({
    outcome: 'fault',
    why: expect.stringContaining('after the operation had run'),
  });
  server.addFault({ type: 'duplicate', times: 1 });
  expect((await create(server)).status).toBe(201);
  expect(server.state().reports).toHaveLength(before + 3);
});
