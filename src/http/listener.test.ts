import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { defaultDialect } from '../dialects/dialect.ts';
import { startServer } from '../server.ts';
import { emptyContents } from '../store/contents.ts';
import { memoryStore } from '../store/store.ts';
import { seenRequests } from '../worlds/limits.ts';
import { Worlds } from '../worlds/worlds.ts';
import { expressApp } from './express-app.ts';
import { createListener, type ListenerEvents } from './listener.ts';
import { answersIn } from './raw-answers.test.support.ts';
import { exchange, exchangeAll, received } from './raw-exchange.test.support.ts';
import { recordRejected, requestIn } from './rejected-early.ts';
import { bytesOf, good, posted } from './sent-requests.test.support.ts';

const malformed = 'malformed-http; http="RFC 9112, 3"';
const get = 'GET /x HTTP/1.1\r\n';
const post =
  'POST /feed/tunnelco/api HTTP/1.1\r\nHost: a\r\nAuthorization: token-researcher-1\r\n' +
  'Content-Type: application/json\r\n';

/** What is no request that the app could see: what is wrong, and what can be read of it. */
test.each<[bytes: string | Buffer, why: RegExp, read: string]>([
  ['HELLO\r\n\r\n', /invalid/i, '- -'],
  [Buffer.from([0, 255, 1, 254, 13, 10]), /HTTP/, '- -'],
  [Buffer.from('16030100a5010000a10303', 'hex'), /http:\/\/\.$/, '- -'],
  [`${get}Connection: close\r\n\r\n`, /Host header is missing\.$/, 'GET /x'],
  [`${get}Host: a\r\nhost: a\r\nConnection: close\r\n\r\n`, /more than once\.$/, 'GET /x'],
  ['GET /x y HTTP/1.1\r\n\r\n', /\.$/, 'GET /x y'],
  ['FOO /x HTTP/1.1\r\n\r\n', /method/, 'FOO /x'],
  [`${get}X: ${'x'.repeat(20_000)}\r\n\r\n`, /16 KiB/, 'GET /x'],
])('%j is refused before the app sees it, told, and among the requests seen', async (...row) => {
  const [bytes, why, read] = row;
  const logged: object[] = [];
  await using server = await startServer({ log: (entry) => void logged.push(entry) });
  const records: object[] = [];
  server.onRequest((request) => void records.push(request));
  const answer = await exchange(server.baseUrl, bytes);
  const isTooLarge = why.source === '16 KiB';
  const reason = isTooLarge ? 'headers-too-large; http="RFC 6585, 5"' : malformed;
  const status = isTooLarge ? 431 : 400;
  expect([answer.status, answer.headers['abuse-feed-reason']]).toEqual([status, reason]);
  const error = expect.stringMatching(why);
  expect(JSON.parse(answer.body)).toEqual({ error, successful: false });
  const [seen] = server.requests();
  expect(seen).toMatchObject({ id: 1, response: { status }, reason, why: error });
  expect(`${seen?.request.method} ${seen?.request.url}`).toBe(read);
  expect(records).toEqual([seen]);
  expect(logged).toMatchObject([{ status, outcome: seen?.outcome, url: seen?.request.url }]);
});

test('a body that breaks off HTTP is seen once, as it was answered, and without its token', async () => {
  await using server = await startServer();
  const answer = await exchange(server.baseUrl, `${post}Transfer-Encoding: chunked\r\n\r\nno\r\n`);
  expect(answer.headers['abuse-feed-reason']).toBe(malformed);
  // The next one is answered after everything that came of the first.
  await fetch(`${server.baseUrl}/nowhere`);
  expect(server.requests()).toMatchObject([
    { request: { method: 'POST', url: '/feed/tunnelco/api' }, reason: malformed },
    { request: { url: '/nowhere' } },
  ]);
  expect(JSON.stringify(server.requests())).not.toContain('token-researcher-1');
});

test('garbage after a good request is a request of its own, of the world that it names', async () => {
  await using server = await startServer();
  const world = await server.createWorld();
  const sent = 'GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\nFOO /__worlds/1/bar HTTP/1.1\r\n\r\n';
  const answers = await exchangeAll(server.baseUrl, sent);
  expect(answers.map(({ status }) => status)).toEqual([404, 400]);
  expect(server.requests()).toMatchObject([{ outcome: 'unknown-path' }]);
  expect(world.requests()).toMatchObject([{ request: { url: '/bar' }, outcome: 'malformed-http' }]);
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

/** An app alone, with what it says besides its answers. */
async function listening(app = expressApp(), events: Partial<ListenerEvents> = {}, hurry = {}) {
  const all = { rejectedEarly: () => {}, bug: () => {}, ...events };
  const listener = await createListener(app, { host: '127.0.0.1' }, all, hurry);
  await listener.listen(0);
  onTestFinished(() => listener.close());
  return listener.url;
}

test.each([
  ['that is opened and not used', '', 0],
  ['on which half a request came', 'GET /x HTTP/1.1\r\nHos', 1],
])('the log tells of a connection %s; requests: %s', async (_what, sent, requests) => {
  const logged: object[] = [];
  const beginning = { contents: emptyContents, dialect: defaultDialect };
  const worlds = new Worlds(memoryStore(emptyContents), beginning);
  const hurry = { headersTimeout: 250, requestTimeout: 251, connectionsCheckingInterval: 5 };
  const rejectedEarly: ListenerEvents['rejectedEarly'] = (one) =>
    recordRejected(worlds, (entry) => void logged.push(entry), one);
  const answer = await exchange(await listening(undefined, { rejectedEarly }, hurry), sent);
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
  expect([server.countRequests(), server.requestsDropped]).toEqual([20, 10]);
});

test('an error event of a response is logged as a bug and does not end the process', async () => {
  const bugs: unknown[] = [];
  const app = expressApp();
  app.get('/twice', (_req, res) => {
    res.end('once');
    res.write('twice');
  });
  const url = await listening(app, { bug: (problem) => void bugs.push(problem) });
  for (const _ of [1, 2]) expect(await (await fetch(`${url}/twice`)).text()).toBe('once');
  expect(bugs).toMatchObject([1, 2].map(() => ({ code: 'ERR_STREAM_WRITE_AFTER_END' })));
});

/** The statuses of all that comes until the server hangs up; the body is sent after the first of it. */
async function statusesOf(url: string, headBytes: string, body = ''): Promise<string[]> {
  const text = (await received(url, headBytes, body)).toString();
  return Array.from(text.matchAll(/^HTTP\/1\.1 (\d+)/gm), ([, status = '']) => status);
}

const expecting = 'Expect: 100-continue\r\n';
const admin =
  'POST /__admin/callers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

test.each([
  ['a body that is too large', `${post}Content-Length: 70000`, '413'],
  ['a stranger', `${post.replace('researcher', 'x')}Content-Length: 10`, '401'],
  ['an unknown path', `${post.replace('/api', '')}Content-Length: 10`, '404'],
  ['too large a body for the control plane', `${admin}Content-Length: 2000000`, '413'],
  ['a page of another site', `${admin}Origin: http://other.example\r\nContent-Length: 10`, '403'],
])('%s is refused without 100 Continue', async (_what, sent, status) => {
  await using server = await startServer();
  // The body never comes, so the connection is of no further use.
  expect(await statusesOf(server.baseUrl, `${sent}\r\n${expecting}\r\n`)).toEqual([status]);
});

test.each([
  [post, good],
  [admin, '{}'],
])('a body that is accepted gets 100 Continue: %j', async (start, body) => {
  await using server = await startServer();
  const sent = `${start}Connection: close\r\nContent-Length: ${body.length}\r\n${expecting}\r\n`;
  expect(await statusesOf(server.baseUrl, sent, body)).toEqual(['100', '201']);
});

test('a connection is kept for the next request, after bodies that were read and refusals', async () => {
  await using server = await startServer();
  const create = bytesOf(posted(good)).toString().replace('Connection: close\r\n', '');
  const sent = `${create}${create.replace(':4444', ':0444')}${create}${bytesOf(posted('{}'))}`;
  const { answers, rest } = answersIn(await received(server.baseUrl, sent));
  expect(answers.map(({ status }) => status)).toEqual([201, 400, 201, 400]);
  expect(rest).toHaveLength(0);
});
