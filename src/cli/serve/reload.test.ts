import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '../../admin/control-plane.test.support.ts';
import { startServer } from '../../index.ts';
import { ownSeedFolder } from '../../seed/own-seed.ts';
import { folderWith } from '../../values/folder-with.test.support.ts';

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
