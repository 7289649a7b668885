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
