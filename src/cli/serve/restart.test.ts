import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, start, urlIn } from '../terminal.test.support.ts';

async function served(data: string, ...args: string[]) {
  const command = start(['serve', '--port', '0', '--quiet', '--data', data, ...args]);
  await command.started;
  const url = urlIn(command.shown.out);
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}/__admin${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as { [field: string]: unknown };
  };
  const dialects = async () => {
    const { name, began } = await ask('GET', '/dialect');
    return [name, (began as { name?: string }).name];
  };
  return {
    ask,
    dialects,
    out: command.shown.out,
    [Symbol.asyncDispose]: async () => {
      command.stop();
      expect(await command.ended).toBe(0);
    },
  };
}

const forgotten = 'a restart forgets: snapshots, faults, dialect, clock and ids set by';

test('a server with a data folder says at once what a restart forgets; one in memory forgets all', async () => {
  await using kept = await served(join(folderWith(), 'data'));
  expect(kept.out).toContain(forgotten);
  const memory = start(['serve', '--port', '0', '--quiet', '--memory']);
  await memory.started;
  memory.stop();
  await memory.ended;
  expect(memory.shown.out).not.toContain(forgotten);
});

test('the dialect of the command line is spoken after a restart, not one that was switched to', async () => {
  const data = join(folderWith(), 'data');
  {
    await using server = await served(data, '--dialect', 'strict');
    expect(await server.dialects()).toEqual(['strict', 'strict']);
    await server.ask('PUT', '/dialect', { name: 'lenient' });
    expect(await server.dialects()).toEqual(['lenient', 'strict']);
  }
  {
    await using server = await served(data);
    expect(server.out).toMatch(/^ {2}dialect {2}default /m);
    expect(await server.dialects()).toEqual(['default', 'default']);
  }
  await using server = await served(data, '--dialect', 'strict');
  expect(await server.dialects()).toEqual(['strict', 'strict']);
});

test('a restart keeps what the world holds, and forgets what the control plane set', async () => {
  const data = join(folderWith(), 'data');
  const look = async ({ ask }: Awaited<ReturnType<typeof served>>) => ({
    snapshots: (await ask('GET', '/snapshots')).snapshots,
    faults: (await ask('GET', '/faults')).faults,
    mode: (await ask('GET', '/clock')).mode,
    seed: (await ask('GET', '/ids')).seed,
    worlds: (await ask('GET', '/worlds')).worlds,
    services: (await ask('GET', '/services')).services,
  });
  {
    await using server = await served(data);
    await server.ask('PUT', '/snapshots/one');
    await server.ask('POST', '/faults', { type: 'drop' });
    await server.ask('PUT', '/clock', { mode: 'frozen' });
    await server.ask('PUT', '/ids', { seed: 7 });
    await server.ask('POST', '/worlds', {});
    await server.ask('POST', '/services', { name: 'newco' });
  }
  await using server = await served(data);
  expect(await look(server)).toEqual({
    ...{ snapshots: [], faults: [], mode: 'real', seed: null, worlds: [] },
    services: expect.arrayContaining(['newco']),
  });
});
