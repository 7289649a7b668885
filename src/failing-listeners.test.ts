import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startServer } from './index.ts';

test.each([
  [
    'throws',
    () => {
      throw new Error('mine');
    },
  ],
  [
    'rejects',
    async () => {
      throw new Error('mine');
    },
  ],
])(
  'a listener that %s is a warning, and neither ends the process nor the request',
  async (_how, listener) => {
    await using server = await startServer();
    server.onRequest(listener);
    const seen: number[] = [];
    server.onRequest(({ id }) => void seen.push(id));
    const warned = once(process, 'warning');
    const answer = await fetch(`${server.baseUrl}/feed/tunnelco/api?report=x`);
    expect(answer.status).toBe(401);
    const [warning] = (await warned) as [Error];
    expect(warning.message).toBe('A listener of onRequest() failed: mine');
    expect(seen).toEqual([1]);
  },
);

test('a log that throws is a warning as well', async () => {
  const log = () => {
    throw new Error('mine');
  };
  await using server = await startServer({ log });
  const warned = once(process, 'warning');
  await (await fetch(`${server.baseUrl}/nowhere`)).text();
  const [warning] = (await warned) as [Error];
  expect(warning.message).toBe('The log of startServer() failed: mine');
});
