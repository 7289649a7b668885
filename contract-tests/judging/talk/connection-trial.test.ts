import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { abuseFeed } from '../../service/abuse-feed.ts';
import { targetAt } from './client.test.support.ts';
import { connectionsServedBy } from './connection-trial.ts';

const asked = async (pace: { readonly requestsPerSecond?: number } = {}) => {
  const paths: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    paths.push(url);
    response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const target = targetAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  let [ticks, waited] = [0, 0];
  const clock = {
    now: () => ticks++ + waited,
    /** Only pauses between requests pass: answers are in time. */
    sleep: async (ms: number) => {
      if (ms > 500) return new Promise<void>(() => undefined);
      waited += ms;
    },
  };
  const paced = { ...target, pace: { ...target.pace, ...pace } };
  return { trial: await connectionsServedBy(abuseFeed(paced), { clock }), paths, waited };
};

test('a server with idle connections is asked for paths that this API does not have, and they are counted', async () => {
  const { trial, paths, waited } = await asked();
  expect(trial).toMatchObject({ atOnce: undefined, requests: 6 });
  expect(trial.seen.map(({ isAnswered }) => isAnswered)).toEqual(Array(6).fill(true));
  expect(paths.every((path) => /^\/v1\/abuse-feed-kit-\w+$/.test(path ?? ''))).toBe(true);
  expect(waited).toBe(0);
});

test('the pace of the target file is kept', async () => {
  const { trial, waited } = await asked({ requestsPerSecond: 4 });
  expect(trial.requests).toBe(6);
  expect(waited).toBeGreaterThan(5 * 240);
});

test('a server that nobody runs has not stopped', async () => {
  const { seen } = await connectionsServedBy(abuseFeed(targetAt('http://127.0.0.1:9')));
  expect(seen).toEqual([]);
});
