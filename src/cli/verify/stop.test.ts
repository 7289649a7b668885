import { expect, test } from 'vitest';
import { startServer } from '../../index.ts';
import { passing, ran, targetFile } from './verify.test.support.ts';

const notNow = {
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"not now","successful":false}',
};

/** Ctrl-C once so many reports have been posted, some of them still without an answer. */
const stoppedAfter = async (creates: number, refuses: boolean) => {
  const server = await startServer();
  const before = new Set(server.state().reports.map(({ id }) => id));
  const stop = new AbortController();
  let seen = 0;
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) => {
      if (method === 'POST') seen += 1;
      if (seen >= creates) stop.abort();
      return answer;
    },
    ...(refuses && {
      instead: ({ method }) => (method === 'DELETE' ? notNow : undefined),
    }),
  });
  const { code, printed } = await ran(['--target', targetFile({ baseUrl })], stop.signal);
  const left = server.state().reports.filter(({ id }) => !before.has(id));
  await server.close();
  return { code, printed, left };
};

test.each([1, 4, 15])(
  'Ctrl-C after %i creates: all that was created is deleted',
  async (creates) => {
    const { code, printed, left } = await stoppedAfter(creates, false);
    expect(left).toEqual([]);
    expect(printed).toContain('INCONCLUSIVE');
    expect(code).toBe(3);
  },
  120_000,
);

test('Ctrl-C, and nothing can be deleted: all that is left is listed', async () => {
  const { code, printed, left } = await stoppedAfter(4, true);
  expect(left.length).toBeGreaterThan(0);
  expect(left.filter(({ id }) => !printed.includes(id))).toEqual([]);
  expect(printed).toContain('Left behind, since it could not be deleted:');
  // A server that refuses its creators is broken in any case, stopped or not.
  expect(code).not.toBe(0);
}, 120_000);
