import { expect, test } from 'vitest';
import { startServer } from '../start-server.ts';
import { create } from './create.test.support.ts';
import { seededId, seededSha256 } from './request/corpus/sample-values.test.support.ts';

const times = <T>(count: number, task: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => task(n)));

test('200 creates at once give 200 ids, and every report is there', async () => {
  await using server = await startServer();
  const seeded = server.state().reports.map(({ id }) => id);
  const ids = await times(200, async (n) => {
    const answer = await create(server, { change: { confidenceScore: n % 101 } });
    return ((await answer.json()) as { id: string }).id;
  });
  expect(new Set(ids).size).toBe(200);
  const stored = server.state().reports.map(({ id }) => id);
  expect(stored.sort()).toEqual([...seeded, ...ids].sort());
});

test('50 lookups at once of a caller with 8 left give 8 analyses and 42 refusals', async () => {
  await using server = await startServer();
  const answers = await times(50, async () => {
    const url = `${server.analysisUrl}/private/sample/${seededSha256}`;
    const answer = await fetch(url, { headers: { Authorization: 'token-analyst-limited-3' } });
    return { status: answer.status, body: (await answer.json()) as object };
  });
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(42);
  for (const { status, body } of answers) {
    expect(body).toMatchObject(
      status === 200 ? { sha256Hash: seededSha256 } : { successful: false },
    );
  }
  expect(server.state().allowances['analyst-limited-3']?.left).toBe(0);
});

test('of 20 who delete a report at once exactly one succeeds', async () => {
  await using server = await startServer();
  const url = `${server.baseUrl}/feed/tunnelco/api?report=${seededId}`;
  const statuses = await times(20, async (n) => {
    const Authorization = n % 2 ? 'token-researcher-1' : 'token-owner-tunnelco';
    return (await fetch(url, { method: 'DELETE', headers: { Authorization } })).status;
  });
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 404)).toHaveLength(19);
});
