import { expect, test } from 'vitest';
import type { Headers } from '../../../src/traffic/exchange.ts';
import { readAnswer } from '../../judging/talk/answer.ts';
import { someExchange } from '../../judging/talk/exchange.test.support.ts';
import type { Feed } from './api.ts';
import { sendOverOneConnection } from './one-connection.ts';

/** A server whose next answers come over these connections; counts what is sent. */
function answersOver(connections: readonly (number | undefined)[], headers: Headers = {}) {
  const response = { status: 200, headers, body: '{}' };
  const left = [...connections];
  const request = async (_: Feed) => {
    const connection = left.shift();
    const exchange = someExchange({ ...(connection !== undefined && { connection }), response });
    return readAnswer(exchange);
  };
  const api = {
    overOneConnection: <T>(work: (shared: Feed) => Promise<T>) => work({} as Feed),
  };
  return { api, request, sent: () => connections.length - left.length };
}

test('requests are sent once if they have shared a connection', async () => {
  const { api, request, sent } = answersOver([0, 0, 1, 1]);
  await sendOverOneConnection(api, request, request);
  expect(sent()).toBe(2);
});

test('requests are repeated until they have shared a connection', async () => {
  const { api, request, sent } = answersOver([0, undefined, 1, undefined, 2, 2]);
  await sendOverOneConnection(api, request, request);
  expect(sent()).toBe(6);
});

test('requests are repeated a few times if the connection is closed in between each time', async () => {
  const { api, request, sent } = answersOver(Array.from({ length: 40 }, () => undefined));
  await sendOverOneConnection(api, request, request);
  expect(sent()).toBe(12);
});

test('a server that says that it closes connections is sent each request once', async () => {
  const none = [undefined, undefined, undefined, undefined];
  const { api, request, sent } = answersOver(none, { connection: 'close' });
  await sendOverOneConnection(api, request, request);
  expect(sent()).toBe(2);
});
