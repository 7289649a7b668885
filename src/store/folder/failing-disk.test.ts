import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { added, reportIds, someContents } from '../sample-data.test.support.ts';
import { StorageFailure } from '../store.ts';
import { openDataFolder } from './data-folder.ts';
import { type Fault, FaultyDisk } from './faulty-disk.test.support.ts';
import { temporaryFolder } from './temporary-folder.test.support.ts';

async function started() {
  const disk = new FaultyDisk();
  const folder = temporaryFolder();
  const { store } = await openDataFolder(folder, () => someContents, { fileSystem: disk });
  return { disk, folder, store };
}

async function restarted(folder: string) {
  const { store } = await openDataFolder(folder, () => someContents);
  await store.close();
  return reportIds(store.state);
}

const failing = (names: string[], fault: Fault) => (_: number, name: string) =>
  names.includes(name) ? fault : undefined;

const faults: [string, string[], Fault][] = [
  ['a full disk', ['write', 'open'], { code: 'ENOSPC' }],
  ['a write that fails half-way', ['write'], { code: 'EIO', done: 'half' }],
  [
    'a write that fails half-way and cannot be cut off',
    ['write', 'truncate'],
    { code: 'EIO', done: 'half' },
  ],
  ['a failing sync', ['sync'], { code: 'EIO' }],
  ['a failing sync of what is on disk', ['sync'], { code: 'EIO', done: 'all' }],
  ['a folder that turns read-only', ['write', 'open', 'truncate', 'sync'], { code: 'EROFS' }],
];
test.each(faults)(
  '%s: refused, nothing lost, reads go on, and it recovers',
  async (_, names, fault) => {
    const { disk, folder, store } = await started();
    await store.commit(added('a'));
    disk.plan = failing(names, fault);
    const refused = await Promise.allSettled(['x', 'y', 'z'].map((id) => store.commit(added(id))));
    for (const outcome of refused) {
      expect(outcome).toMatchObject({ reason: expect.any(StorageFailure) });
    }
    await expect(store.commit(added('v'))).rejects.toMatchObject({ cause: { code: fault.code } });
    expect(reportIds(store.state)).toEqual(['seeded', 'a']);
    disk.plan = () => undefined;
    await store.commit(added('b'));
    await store.close();
    expect(await restarted(folder)).toEqual(['seeded', 'a', 'b']);
  },
);

test('what was refused does not come back, though the disk never recovers', async () => {
  const { disk, folder, store } = await started();
  await store.commit(added('a'));
  disk.plan = failing(['write'], { code: 'ENOSPC', done: 'all' });
  await expect(store.commit(added('x'))).rejects.toBeInstanceOf(StorageFailure);
  expect(readFileSync(join(folder, 'journal-1.log'), 'utf8')).not.toContain('"id":"x"');
  await store.close();
  expect(await restarted(folder)).toEqual(['seeded', 'a']);
});

test('after a failed sync the file is opened anew', async () => {
  const { disk, store } = await started();
  disk.plan = failing(['sync'], { code: 'EIO' });
  await expect(store.commit(added('x'))).rejects.toBeInstanceOf(StorageFailure);
  disk.plan = () => undefined;
  const before = disk.steps.length;
  await store.commit(added('a'));
  const anew = ['open', 'truncate', 'sync', 'write', 'sync'];
  expect(disk.steps.slice(before, before + anew.length)).toEqual(anew);
  await store.close();
});

test('changes asked for together are synced together and kept in order', async () => {
  const { disk, folder, store } = await started();
  const before = disk.steps.length;
  const ids = Array.from({ length: 500 }, (_, at) => `r${at}`);
  await Promise.all(ids.map((id) => store.commit(added(id))));
  expect(disk.steps.slice(before).filter((name) => name === 'sync')).toHaveLength(1);
  await store.close();
  // The group, then the note of what was acknowledged; closing takes the lock away.
  expect(disk.steps.slice(before)).toEqual(['write', 'sync', 'open', 'write', 'remove']);
  expect(await restarted(folder)).toEqual(['seeded', ...ids]);
});

test('a change is acknowledged only when it is on disk', async () => {
  const { disk, folder, store } = await started();
  const ids = Array.from({ length: 20 }, (_, at) => `r${at}`);
  for (const id of ids) {
    await store.commit(added(id));
    disk.losePower();
    expect(readFileSync(join(folder, 'journal-1.log'), 'utf8')).toContain(`"id":"${id}"`);
  }
  await store.close();
});

test('that nothing can be noted of what was acknowledged refuses nobody', async () => {
  const { disk, folder, store } = await started();
  // A change takes two steps: those behind them are the note's.
  const before = disk.steps.length;
  disk.plan = (step) => (step > before + 2 ? { code: 'ENOSPC' } : undefined);
  await store.commit(added('a'));
  disk.plan = () => undefined;
  await store.commit(added('b'));
  await store.close();
  expect(await restarted(folder)).toEqual(['seeded', 'a', 'b']);
});

test('a change that cannot be put into words concerns no other', async () => {
  const { folder, store } = await started();
  const good = store.commit(added('a'));
  const bad = added('bad');
  const unspeakable = { ...bad, report: { ...bad.report, confidenceScore: 1n as never } };
  await expect(store.commit(unspeakable)).rejects.toBeInstanceOf(StorageFailure);
  await good;
  await store.close();
  await expect(store.commit(added('late'))).rejects.toBeInstanceOf(StorageFailure);
  expect(reportIds(store.state)).toEqual(['seeded', 'a']);
  expect(await restarted(folder)).toEqual(['seeded', 'a']);
});
