import { createServer } from 'node:http';
import { request } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { listening } from '../../../src/traffic/listening.test.support.ts';
import { feedTargetAt } from '../../service/target/target.test.support.ts';
import { Connections, type SharedConnection } from './connections.ts';

/** A server, and the requests that came over each of its connections. */
async function countingServer(closesAfter = Number.POSITIVE_INFINITY) {
  const requestsOver = new Map<object, number>();
  const server = createServer(({ socket }, response) => {
    const count = (requestsOver.get(socket) ?? 0) + 1;
    requestsOver.set(socket, count);
    if (count === closesAfter) response.shouldKeepAlive = false;
    response.end();
  });
  const origin = await listening(server);
  return { origin, counts: () => [...requestsOver.values()] };
}

function connectionsTo(origin: string): Connections {
  const connections = new Connections(feedTargetAt(origin));
  onTestFinished(() => connections.close());
  return connections;
}

/** Sends a request over it, if that is possible; returns the number of the connection. */
async function send(shared: SharedConnection, origin: string): Promise<number | undefined> {
  const dispatcher = shared.dispatcherTo(origin);
  if (!dispatcher) return undefined;
  const { body } = await request(origin, { dispatcher });
  const { number } = shared;
  await body.dump();
  return number;
}

test('each request has a new connection, which is closed after its response', async () => {
  const { origin, counts } = await countingServer();
  const { fresh } = connectionsTo(origin);
  for (let nth = 0; nth < 3; nth += 1) {
    const { headers, body } = await request(origin, { dispatcher: fresh });
    await body.dump();
    expect(headers.connection).toBe('close');
  }
  expect(counts()).toEqual([1, 1, 1]);
});

test('requests share a connection on purpose, and its number', async () => {
  const { origin, counts } = await countingServer();
  const connections = connectionsTo(origin);
  const first = connections.share(() => undefined);
  const second = connections.share(() => undefined);
  const numbers = [];
  for (const shared of [first, second, first]) numbers.push(await send(shared, origin));
  expect(numbers).toEqual([0, 1, 0]);
  expect(counts()).toEqual([2, 1]);
});

test('what is sent after the server has closed the connection has no number in common', async () => {
  const { origin } = await countingServer(2);
  const shared = connectionsTo(origin).share(() => undefined);
  const numbers = [];
  for (let nth = 0; nth < 3; nth += 1) numbers.push(await send(shared, origin));
  expect(numbers).toEqual([0, 0, undefined]);
});

test('a connection leads to one server', async () => {
  const one = await countingServer();
  const other = await countingServer();
  const shared = connectionsTo(one.origin).share(() => undefined);
  expect(await send(shared, one.origin)).toBe(0);
  expect(await send(shared, other.origin)).toBeUndefined();
});

test('closing says so once, and the connection is not used any more', async () => {
  const { origin } = await countingServer();
  let closed = 0;
  const shared = connectionsTo(origin).share(() => {
    closed += 1;
  });
  await send(shared, origin);
  await shared.close();
  await shared.close();
  expect(closed).toBe(1);
  expect(shared.isClosed).toBe(true);
  expect(shared.dispatcherTo(origin)).toBeUndefined();
});
