import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { defaultDialect } from '../dialects/dialect.ts';
import { startServer } from '../server.ts';
import { emptyContents } from '../store/contents.ts';
import { memoryStore } from '../store/store.ts';
import { seenRequests } from '../worlds/limits.ts';
import { Worlds } from '../worlds/worlds.ts';
import { expressApp } from './express-app.ts';
import { createListener } from './listener.ts';
import { exchange, exchangeAll } from './raw-exchange.test.support.ts';
import { type RejectedEarly, recordRejected, requestIn } from './rejected-early.ts';

const malformed = 'malformed-http; http="RFC 9112, 3"';
const tooLarge = 'headers-too-large; http="RFC 6585, 5"';
const long = `X: ${'x'.repeat(20_000)}`;

/** What is no request that the app could see. */
interface Unserved {
  readonly what: string;
  readonly bytes: string | Buffer;
  readonly why: RegExp;
  /** As far as they can be read. */
  readonly method?: string;
  readonly url?: string;
  readonly isTooLarge?: boolean;
}

const unserved: readonly Unserved[] = [
  {
    what: 'no HTTP at all',
    bytes: 'HELLO\r\n\r\n',
    why: /Invalid|invalid/,
  },
  {
    what: 'nothing but bytes',
    bytes: Buffer.from([0, 255, 1, 254, 13, 10]),
    why: /HTTP/,
  },
  {
    what: 'TLS',
    bytes: Buffer.from('16030100a5010000a10303', 'hex'),
    why: /http:\/\/\.$/,
  },
  {
    what: 'no Host',
    bytes: 'GET /x HTTP/1.1\r\n\r\n',
    why: /Host header is missing\.$/,
    method: 'GET',
    url: '/x',
  },
  {
    what: 'two Hosts',
    bytes: 'GET /x HTTP/1.1\r\nHost: a\r\nAccept: b\r\nhost: a\r\n\r\n',
    why: /Host header is sent more than once\.$/,
    method: 'GET',
    url: '/x',
  },
  {
    what: 'a space in the URL',
    bytes: 'GET /x y HTTP/1.1\r\n\r\n',
    why: /\.$/,
    method: 'GET',
    url: '/x y',
  },
  {
    what: 'a strange method',
    bytes: 'FOO /x HTTP/1.1\r\n\r\n',
    why: /method/,
    method: 'FOO',
    url: '/x',
  },
  {
    what: 'endless headers',
    bytes: `GET /x HTTP/1.1\r\n${long}\r\n\r\n`,
    why: /16 KiB/,
    method: 'GET',
    url: '/x',
    isTooLarge: true,
  },
];

test.each(unserved)(
  '$what is refused before the app sees it, with the reason, and is among the requests seen',
  async ({ bytes, why, method = '-', url = '-', isTooLarge = false }) => {
    const status = isTooLarge ? 431 : 400;
    const reason = isTooLarge ? tooLarge : malformed;
    const logged: object[] = [];
    await using server = await startServer({ log: (entry) => void logged.push(entry) });
    const records: object[] = [];
    server.onRequest((request) => void records.push(request));
    const answer = await exchange(server.baseUrl, withClose(bytes));
    expect({ status: answer.status, abuseFeedReason: answer.headers['abuse-feed-reason'] }).toEqual(
      { status, abuseFeedReason: reason },
    );
    expect(JSON.parse(answer.body)).toEqual({
      error: expect.stringMatching(why),
      successful: false,
    });
    const outcome = reason.split(';')[0];
    expect(server.requests()).toMatchObject([
      {
        id: 1,
        request: { method, url },
        response: { status },
        outcome,
        reason,
        why: expect.stringMatching(why),
      },
    ]);
    expect(records).toEqual(server.requests());
    expect(logged).toMatchObject([{ method, url, status, outcome }]);
  },
);

/** A request without Host is one that HTTP could go on with. */
function withClose(bytes: string | Buffer): string | Buffer {
  return typeof bytes === 'string'
    ? bytes.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    : bytes;
}

test('a body that breaks off HTTP is seen once, as it was answered, and without its token', async () => {
  await using server = await startServer();
  const head =
    'POST /feed/tunnelco/api HTTP/1.1\r\nHost: localhost\r\nAuthorization: token-researcher-1\r\n' +
    'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
  const answer = await exchange(server.baseUrl, `${head}no chunk\r\n`);
  expect(answer.headers['abuse-feed-reason']).toBe(malformed);
  // The next one is answered after everything that came of the first.
  await fetch(`${server.baseUrl}/nowhere`);
  expect(server.requests()).toMatchObject([
    {
      request: { method: 'POST', url: '/feed/tunnelco/api' },
      outcome: 'malformed-http',
      reason: malformed,
    },
    { request: { url: '/nowhere' } },
  ]);
  expect(JSON.stringify(server.requests())).not.toContain('token-researcher-1');
});

test('garbage after a good request is a request of its own', async () => {
  await using server = await startServer();
  const good = 'GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const answers = await exchangeAll(server.baseUrl, `${good}FOO /bar HTTP/1.1\r\n\r\n`);
  expect(answers.map(({ status }) => status)).toEqual([404, 400]);
  expect(server.requests()).toMatchObject([
    { request: { url: '/nowhere' }, outcome: 'unknown-path' },
    { request: { url: '/bar' }, outcome: 'malformed-http' },
  ]);
});

test('a malformed request for a world is among the requests of that world', async () => {
  await using server = await startServer();
  const world = await server.createWorld();
  await exchange(server.baseUrl, 'GET /__worlds/1/x HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(world.requests()).toMatchObject([{ request: { url: '/x' }, outcome: 'malformed-http' }]);
  expect(server.requests()).toEqual([]);
});

test.each<[string, Buffer | undefined]>([
  ['nothing', undefined],
  ['the end of a token', Buffer.from('en-researcher-1\r\nAccept: */*\r\n\r\n')],
  ['the end of a token that looks like a line', Buffer.from('Bearer secret token\r\n\r\n')],
  ['control characters', Buffer.from('GET /\x1b[2J HTTP/1.1\r\n\r\n')],
  ['a line without end', Buffer.from(`GET /${'x'.repeat(100_000)}`)],
])('no request line is recorded of %s', (_what, packet) => {
  expect(requestIn(packet)).toEqual({ method: '-', url: '-', headers: {} });
});

test.each([
  { connection: 'that is opened and not used', sent: '', requests: 0 },
  { connection: 'on which half a request came', sent: 'GET /x HTTP/1.1\r\nHos', requests: 1 },
])('the log tells of a connection $connection; requests: $requests', async ({ sent, requests }) => {
  const logged: object[] = [];
  const worlds = new Worlds(memoryStore(emptyContents), {
    contents: emptyContents,
    dialect: defaultDialect,
  });
  const rejectedEarly = (one: RejectedEarly) =>
    recordRejected(worlds, (entry) => void logged.push(entry), one);
  const hurry = { headersTimeout: 250, requestTimeout: 251, connectionsCheckingInterval: 5 };
  const events = { rejectedEarly, bug: () => {} };
  const listener = await createListener(expressApp(), { host: '127.0.0.1' }, events, hurry);
  await listener.listen(0);
  const answer = await exchange(listener.url, sent);
  await listener.close();
  expect(answer.status).toBe(408);
  expect(logged).toMatchObject([{ status: 408, outcome: 'request-timeout' }]);
  expect(worlds.first.requests.list()).toHaveLength(requests);
});

test('malformed requests do not exceed the limit of recorded ones', async () => {
  const usual = seenRequests.first;
  seenRequests.first = { ...usual, entries: 20 };
  onTestFinished(() => {
    seenRequests.first = usual;
  });
  await using server = await startServer();
  const { hostname, port } = new URL(server.baseUrl);
  const shout = () =>
    new Promise<void>((done) => {
      const socket = connect(Number(port), hostname, () => socket.end('\0'.repeat(2000)));
      socket.resume().on('close', () => done());
    });
  await Promise.all(Array.from({ length: 30 }, shout));
  expect(server.countRequests()).toBe(20);
  expect(server.requestsDropped).toBe(10);
});

test('an error event of a response is logged as a bug and does not end the process', async () => {
  const bugs: unknown[] = [];
  const app = expressApp();
  app.get('/twice', (_req, res) => {
    res.end('once');
    res.write('twice');
  });
  app.get('/fine', (_req, res) => void res.end('fine'));
  const listening = { rejectedEarly: () => {}, bug: (problem: unknown) => bugs.push(problem) };
  const listener = await createListener(app, { host: '127.0.0.1' }, listening);
  await listener.listen(0);
  onTestFinished(() => listener.close());
  const { url } = listener;
  expect(await (await fetch(`${url}/twice`)).text()).toBe('once');
  expect(await (await fetch(`${url}/fine`)).text()).toBe('fine');
  expect(bugs).toMatchObject([{ code: 'ERR_STREAM_WRITE_AFTER_END' }]);
});
