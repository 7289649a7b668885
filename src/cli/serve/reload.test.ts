import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../../admin/control-plane.test.support.ts';
import { startServer } from '../../index.ts';
import { ownSeedFolder } from '../../seed/own-seed.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { start } from '../terminal.test.support.ts';

function ownSeedIn(folder: string): string {
  const seedData = join(folder, 'seed');
  cpSync(ownSeedFolder, seedData, { recursive: true });
  return seedData;
}

function addService(seedData: string, name: string): void {
  const file = join(seedData, 'services.yaml');
  writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd()}\n- ${name}\n`);
}

test('seed data is read again on demand, and worlds begin with it from then on', async () => {
  const seedData = ownSeedIn(folderWith());
  await using server = await startServer({
    seedData,
    faults: [{ type: 'delay', ms: 1, times: 1 }],
  });
  const before = await server.createWorld();
  addService(seedData, 'newco');
  expect(server.services()).not.toContain('newco');
  server.clearFaults();
  await server.reload();
  expect(server.services()).toContain('newco');
  expect(server.faults()).toHaveLength(1);
  expect((await server.createWorld()).services()).toContain('newco');
  expect(before.services()).not.toContain('newco');
  await server.reset();
  expect(server.services()).toContain('newco');
});

test('seed data with mistakes changes nothing, and they are said', async () => {
  const seedData = ownSeedIn(folderWith());
  await using server = await startServer({ seedData });
  writeFileSync(join(seedData, 'services.yaml'), '- {}\n');
  const services = server.services();
  await expect(server.reload()).rejects.toThrow('services.yaml');
  const refused = await call(server.adminUrl, 'POST /reload');
  expect(refused).toMatchObject({ status: 400 });
  expect(server.services()).toEqual(services);
});

function config(dialect: string, world: string, token: string): string {
  return `dialect: ${dialect}
add: { callers: [{ id: mine, name: Mine, token: "${token}", roles: [] }] }
worlds: [{ id: ${world} }]
`;
}

test.each(['SIGHUP', 'the control plane'])('the configuration is read again by %s', async (how) => {
  const cwd = folderWith({ 'abuse-feed.config.yaml': config('default', 'one', 'first') });
  const written = (text: string) => writeFileSync(join(cwd, 'abuse-feed.config.yaml'), text);
  const listeners: (() => void)[] = [];
  const onReload = (listener: () => void) => {
    listeners.push(listener);
    return () => {};
  };
  const env = { SECRET: 'from-the-environment' };
  const command = start(['serve', '--port', '0', '--memory', '--quiet'], { cwd, env, onReload });
  await command.started;
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(command.output.out) ?? [];
  const shown = async (path: string) => (await fetch(`${url}/__admin${path}`)).text();
  const reload = async (until: string) => {
    if (how !== 'SIGHUP') return String((await call(`${url}/__admin`, 'POST /reload')).status);
    for (const listener of listeners) listener();
    // The log says when it is done.
    while (!command.output.err.includes(until)) await shown('/health');
    return command.output.err;
  };
  await call(`${url}/__admin`, 'POST /worlds', { id: 'kept' });
  expect(await shown('/dialect')).toContain('"name":"default"');
  written(config('strict', 'two', '$' + '{SECRET}'));
  expect(await reload('were read again')).toMatch(/^204$|were read again/);
  expect(JSON.parse(await shown('/dialect'))).toMatchObject({ name: 'strict' });
  const worlds = await shown('/worlds');
  expect(worlds).toContain('"id":"two"');
  expect(worlds).toContain('"id":"kept"');
  expect(worlds).not.toContain('"id":"one"');
  const callers = await shown('/callers');
  expect(callers).toContain('"id":"mine"');
  expect(callers).not.toContain('from-the-environment');
  written('dialect: none such\n');
  expect(await reload('Nothing was changed')).toMatch(/^400$|Nothing was changed.*none such/s);
  expect(JSON.parse(await shown('/dialect'))).toMatchObject({ name: 'strict' });
  command.stop();
  expect(await command.ended).toBe(0);
});
