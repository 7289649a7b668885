import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../server.ts';
import type { NewSeenExchange } from '../traffic/exchange.ts';
import { SeenRequests } from '../worlds/seen-requests.ts';
import { streamRequests } from './event-stream.ts';

const seen: NewSeenExchange = {
  time: '2026-01-31T13:45:00.000Z',
  caller: null,
  request: { method: 'POST', url: '/', headers: {}, body: 'x'.repeat(10_000) },
  response: { status: 200, headers: {}, body: '' },
  startedAt: 0,
  endedAt: 1,
  outcome: 'fetched',
};

/** A reader whose connection drains on demand. */
function readerOf(requests: SeenRequests, said: { since?: string; method?: string } = {}) {
  const dropped = new AbortController();
  let text = '';
  let take = () => {};
  const res = Object.assign(
    new Writable({
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => {
        text += chunk;
        take = done;
      },
    }),
    { status: () => res, set: () => res },
  );
  const { method = 'GET', ...query } = said;
  const req = { get: () => undefined, query, method };
  streamRequests(
    { requests, gone: dropped.signal } as never,
    req as never,
    res as never,
    (seen) => seen,
  );
  const reads = async (wanted: RegExp) => {
    while (!wanted.test(text)) {
      take();
      await new Promise(setImmediate);
    }
  };
  /** No more waits for a reader than fills the buffer, and the event that was over its brim. */
  const isBounded = () => res.writableLength < res.writableHighWaterMark + 2 * 10_000;
  const ids = () => Array.from(text.matchAll(/^id: (\d+)$/gm), ([, id]) => Number(id));
  return { res, reads, isBounded, ids, text: () => text, drop: () => dropped.abort() };
}

test('a slow reader gets everything that is still kept, in order', async () => {
  const requests = new SeenRequests({ entries: 100, bytes: 10_000_000 });
  const reader = readerOf(requests);
  for (let n = 0; n < 50; n += 1) requests.add(seen);
  expect(reader.isBounded()).toBe(true);
  requests.clear();
  for (let n = 0; n < 50; n += 1) requests.add(seen);
  await reader.reads(/^id: 100$/m);
  const [before, after] = reader.text().split('event: cleared');
  expect(before).not.toContain('id: 51\n');
  expect(after).toContain('id: 51\n');
  expect(reader.ids().slice(-50)).toEqual(Array.from({ length: 50 }, (_, n) => n + 51));
});

test('nothing is buffered for a stalled reader, which is notified and disconnected', async () => {
  const requests = new SeenRequests({ entries: 10, bytes: 1_000_000 });
  const { res, reads, isBounded } = readerOf(requests);
  expect(requests.watched).toBe(true);
  for (let n = 0; n < 1000; n += 1) requests.add(seen);
  expect(isBounded()).toBe(true);
  expect(requests.watched).toBe(false);
  expect(res.writableEnded).toBe(true);
  await reads(/event: dropped\ndata: \{"why":"Requests came faster than they were read/);
});

test('a reader that asks for dropped requests gets those still kept', async () => {
  const requests = new SeenRequests({ entries: 3, bytes: 1_000_000 });
  for (let n = 0; n < 9; n += 1) requests.add(seen);
  const early = readerOf(requests, { since: '0' });
  const late = readerOf(requests, { since: '9'.repeat(400) });
  requests.add(seen);
  await Promise.all([early.reads(/^id: 10$/m), late.reads(/^id: 10$/m)]);
  expect(early.ids()).toEqual([7, 8, 9, 10]);
  expect(late.ids()).toEqual([10]);
});

test('nothing is written to a reader of a dropped world', async () => {
  const requests = new SeenRequests({ entries: 10, bytes: 1_000_000 });
  const reader = readerOf(requests);
  const failed: Error[] = [];
  reader.res.on('error', (error) => failed.push(error));
  requests.add(seen);
  requests.add(seen);
  reader.drop();
  requests.add(seen);
  requests.clear();
  await reader.reads(/^id: 1$/m);
  expect(failed).toEqual([]);
  expect(requests.watched).toBe(false);
});

/** Connects, requests the stream, and never reads. */
async function sleeper(url: string): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(socket, 'readable');
}

test('a world is dropped while a reader sleeps and a request is under way: the server goes on', async () => {
  let resume = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      resume = resolve;
    });
  const bugs: unknown[] = [];
  await using server = await startServer({
    environment: { pause },
    log: (entry) => void ('bug' in entry && bugs.push(entry)),
  });
  const world = await server.createWorld();
  const warned: unknown[] = [];
  const warn = (warning: unknown) => warned.push(warning);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  for (let n = 0; n < 11; n += 1) await sleeper(`${world.baseUrl}/__admin/requests/stream`);
  const late = fetch(`${world.baseUrl}/private/sample/x`, { headers: { Prefer: 'wait=2' } });
  const url = `${world.baseUrl}/${'.'.repeat(8000)}`;
  for (let n = 0; n < 310; n += 1) await (await fetch(url)).arrayBuffer();
  await fetch(`${server.adminUrl}/worlds/${world.id}`, { method: 'DELETE' });
  resume();
  expect((await late).status).toBe(401);
  expect((await fetch(`${server.adminUrl}/health`)).status).toBe(200);
  expect(bugs).toEqual([]);
  expect(warned).toEqual([]);
});

test('HEAD of the stream ends with its headers', async () => {
  await using server = await startServer();
  const answer = await fetch(`${server.adminUrl}/requests/stream`, { method: 'HEAD' });
  expect({ status: answer.status, contentType: answer.headers.get('Content-Type') }).toEqual({
    status: 200,
    contentType: 'text/event-stream; charset=utf-8',
  });
  expect(await answer.text()).toBe('');
});
