import { expect, test } from 'vitest';
import { startServer } from '../start-server.ts';
import { seededId } from './request/corpus/sample-values.test.support.ts';

test('of 20 who delete a report at once exactly one succeeds', async () => {
  await using server = await startServer();
  const url = `${server.baseUrl}/feed/tunnelco/api?report=${seededId}`;
  const deletes = Array.from({ length: 20 }, async (_, n) => {
    const Authorization = n % 2 ? 'token-researcher-1' : 'token-owner-tunnelco';
    return (await fetch(url, { method: 'DELETE', headers: { Authorization } })).status;
  });
  const statuses = await Promise.all(deletes);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 404)).toHaveLength(19);
});
