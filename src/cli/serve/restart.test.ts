import { expect, test } from 'vitest';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { served } from './served.test.support.ts';

async function servedFrom(data: string, ...args: string[]) {
  const server = await served(data, ['--data', data, ...args]);
  const ask = (method: string, path: string, body?: unknown) =>
    server.admin(path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const dialects = async () => {
    const { name, began } = await ask('GET', '/dialect');
    return [name, (began as { name?: string }).name];
  };
  return { ...server, ask, dialects, out: server.output.out };
}

test('a restart keeps what the world holds, and forgets what the control plane set', async () => {
  const data = folderWith();
  const settings = async ({ ask }: Awaited<ReturnType<typeof servedFrom>>) => ({
    snapshots: (await ask('GET', '/snapshots')).snapshots,
    faults: (await ask('GET', '/faults')).faults,
    mode: (await ask('GET', '/clock')).mode,
    seed: (await ask('GET', '/ids')).seed,
    worlds: (await ask('GET', '/worlds')).worlds,
    services: (await ask('GET', '/services')).services,
  });
  {
    await using server = await servedFrom(data);
    await server.ask('PUT', '/snapshots/one');
    await server.ask('POST', '/faults', { type: 'drop' });
    await server.ask('PUT', '/clock', { mode: 'frozen' });
    await server.ask('PUT', '/ids', { seed: 7 });
    await server.ask('POST', '/worlds', {});
    await server.ask('POST', '/services', { name: 'newco' });
  }
  await using server = await servedFrom(data);
  expect(await settings(server)).toEqual({
    snapshots: [],
    faults: [],
    mode: 'real',
    seed: null,
    worlds: [],
    services: expect.arrayContaining(['newco']),
  });
});
