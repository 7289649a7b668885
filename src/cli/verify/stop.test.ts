import { expect, test } from 'vitest';
import { startServer } from '../../index.ts';
import { notNow, passing, ran, targetFile } from './verify.test.support.ts';

/** Ctrl-C once so many reports have been posted, some of them still without an answer. */
async function stoppedAfter(creates: number, refuses: boolean) {
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
  const args = ['--target', targetFile({ baseUrl }), '--only', 'create/*'];
  const { code, printed } = await ran(args, stop);
  const left = server.state().reports.filter(({ id }) => !before.has(id));
  await server.close();
  return { code, printed, left };
}

test.each([1, 15])('Ctrl-C after %i creates: all that was created is deleted', async (creates) => {
  const { code, printed, left } = await stoppedAfter(creates, false);
  expect(left).toEqual([]);
  expect(printed).toContain('INCONCLUSIVE');
  expect(code).toBe(3);
});

test('Ctrl-C, and nothing can be deleted: all that is left is listed', async () => {
  const { code, printed, left } = await stoppedAfter(4, true);
  expect(left.length).toBeGreaterThan(0);
  expect(left.filter(({ id }) => !printed.includes(id))).toEqual([]);
  expect(printed).toContain('Left behind, since it could not be deleted:');
  // A server that refuses its creators is broken in any case, stopped or not.
  expect(code).not.toBe(0);
});

test.each([1, 9])(
  'Ctrl-C after %i counted lookups: the report says what they have used of each token',
  async (lookups) => {
    await using server = await startServer();
    const stop = new AbortController();
    const used = new Map<string, number>();
    let seen = 0;
    const baseUrl = await passing(server.baseUrl, {
      alter: (answer, { headers: { authorization = '' } }) => {
        if (!authorization.includes('limited')) return answer;
        used.set(authorization, (used.get(authorization) ?? 0) + 1);
        seen += 1;
        if (seen >= lookups) stop.abort();
        return answer;
      },
    });
    const args = ['--target', targetFile({ baseUrl }), '--only', 'lookup/*'];
    const { code, printed } = await ran(args, stop);
    expect(code).toBe(3);
    expect(printed).toContain('INCONCLUSIVE (cut short)  stopped before the end');
    const sentences = [
      ...printed.matchAll(/The run was stopped, and has used (1 request|\d+ requests) of/g),
    ];
    const numbers = sentences.map(([, number = '']) => Number.parseInt(number, 10));
    expect(numbers.sort()).toEqual([...used.values()].sort());
    expect(printed).toMatch(/of tokens\.limited\[0\]: set its remaining to \d+\./);
  },
);

test('a run that was stopped after a clause was broken says both', async () => {
  await using server = await startServer();
  const stop = new AbortController();
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method }) => {
      if (method !== 'DELETE') return answer;
      stop.abort();
      return { ...answer, body: answer.body.replace('"success"', '"successful"') };
    },
  });
  const args = ['--target', targetFile({ baseUrl }), '--only', 'delete/*'];
  const { code, printed } = await ran(args, stop);
  expect(code).toBe(1);
  expect(printed).toMatch(/VIOLATES .*; the run was stopped before its end/);
});
