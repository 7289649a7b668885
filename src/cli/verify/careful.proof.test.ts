import { expect, test } from 'vitest';
import { startServer } from '../../index.ts';
import { passing, ran, targetFile } from './verify.test.support.ts';

/** A run of some clauses, and what it has deleted and created where. */
async function watchedRun(args: readonly string[]) {
  const server = await startServer();
  const created = new Map<string, string>();
  const deleted: { readonly feed: string; readonly id: string | null }[] = [];
  const refusedBodies: string[] = [];
  const baseUrl = await passing(server.baseUrl, {
    alter: (answer, { method, url = '/' }) => {
      const { pathname, searchParams } = new URL(url, 'http://any');
      const feed = pathname.split('/')[2] ?? '';
      if (method === 'DELETE') deleted.push({ feed, id: searchParams.get('report') });
      if (method === 'POST' && answer.status === 201)
        created.set((JSON.parse(answer.body) as { id: string }).id, feed);
      // Values of the right form may be too large or too many all the same.
      if (
        method === 'POST' &&
        answer.status === 400 &&
        !/ is -?\d+; expected a whole|at most/.test(answer.body)
      )
        refusedBodies.push(answer.body);
      return answer;
    },
  });
  const run = await ran(['--target', targetFile({ baseUrl }), ...args, '--json', 'r.json']);
  await server.close();
  const foreign = deleted.filter(({ feed, id }) => created.get(id ?? '') !== feed);
  const { clauses } = JSON.parse(run.file('r.json')) as {
    clauses: { id: string; verdict: string; reason?: string }[];
  };
  const clause = (id: string) => clauses.find((one) => one.id === id);
  return { ...run, deleted, strange: foreign, refusedBodies, clause };
}

const some = ['--only', 'delete/*,create/stores-only-reports,create/error-type'];

test('a careful run asks nothing that could do harm, and says what it left out', async () => {
  const { code, strange, refusedBodies, deleted, clause } = await watchedRun([
    ...some,
    '--careful',
  ]);
  expect(code).toBe(0);
  expect(strange).toEqual([]);
  expect(refusedBodies).toEqual([]);
  expect(deleted.length).toBeGreaterThan(20);
  const why = 'left out by careful: it could delete all reports of the feed';
  const missing = clause('delete/missing-id-is-refused');
  expect(missing).toMatchObject({ verdict: 'not-testable', reason: expect.stringContaining(why) });
  expect(clause('delete/other-researcher-may-not')?.verdict).toBe('met');
});

test('--skip leaves out the requests of a clause, wherever they are made', async () => {
  const id = 'delete/missing-id-is-refused';
  const { code, deleted, clause } = await watchedRun([...some, '--skip', id]);
  expect(code).toBe(0);
  expect(deleted.filter((one) => !one.id)).toEqual([]);
  expect(clause(id)).toMatchObject({ verdict: 'not-testable', reason: `left out by --skip ${id}` });
  expect(deleted.some((one) => one.id === 'no-uuid')).toBe(true);
});
