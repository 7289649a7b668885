import { renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { create as creating } from '../http/create.test.support.ts';
import { startServer } from '../server.ts';
import { newDataFolder } from '../store/file/data-folder.test.support.ts';

test('a server whose data folder is gone says so, and is well when it is back', async () => {
  const data = newDataFolder();
  const notices: string[] = [];
  await using server = await startServer({ data, notice: (one) => notices.push(one) });
  const health = async () => {
    const answer = await fetch(`${server.adminUrl}/health`);
    return { status: answer.status, body: await answer.json() };
  };
  const create = async () => (await creating(server)).status;
  expect(await create()).toBe(201);
  expect(await health()).toEqual({ status: 200, body: { status: 'ok' } });

  renameSync(data, `${data}.away`);
  expect(await create()).toBe(503);
  expect(await create()).toBe(503);
  const problem = `the data folder ${data} was removed or replaced under the running server: nothing is stored until it is back as it was, or the server is started again`;
  expect(await health()).toMatchObject({
    status: 503,
    body: { type: 'urn:abuse-feed:problem:unhealthy', detail: problem },
  });
  expect(notices).toEqual([problem]);

  renameSync(`${data}.away`, data);
  expect(await health()).toEqual({ status: 200, body: { status: 'ok' } });
  expect(await create()).toBe(201);
  expect(notices).toHaveLength(2);
});
