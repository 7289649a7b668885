import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyContents } from '../contents.ts';
import { added, reportIds, someContents } from '../sample-data.test.support.ts';
import { acknowledgedName } from './acknowledged.ts';
import { openDataFolder } from './data-folder.ts';
import { nodeFileSystem } from './file-system.ts';
import { lockFolder } from './lock/folder-lock.ts';
import { unfinishedName } from './stored-snapshot-file.ts';
import { temporaryFolder } from './temporary-folder.test.support.ts';

test('what claims left behind that were killed is removed by the next start', async () => {
  const folder = temporaryFolder();
  for (const name of ['lock.0b0e6a3c-0000-4000-8000-000000000000', 'lock.after-somebody']) {
    writeFileSync(join(folder, name), name.includes('after') ? '{"id":"x","pid":1}' : '');
  }
  const { store } = await openDataFolder(folder, () => emptyContents);
  expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual(['lock']);
  await store.close();
});

test('a claim whose file was taken for remains is made again', async () => {
  const folder = temporaryFolder();
  let times = 0;
  const link = async (from: string, to: string) => {
    times += 1;
    if (times === 1) await nodeFileSystem.remove(from);
    await nodeFileSystem.link(from, to);
  };
  const lock = await lockFolder({ ...nodeFileSystem, link }, folder);
  expect(readdirSync(folder)).toEqual(['lock']);
  await lock.release();
});

test
  .skipIf(process.platform === 'win32')
  .each([acknowledgedName, unfinishedName, 'journal-2.log', 'journal-3.log'])(
  'a link planted as %s is not written through',
  async (name) => {
    const [folder, outside] = [temporaryFolder(), join(temporaryFolder(), 'precious')];
    writeFileSync(outside, 'precious');
    const options = { compactFrom: 1 };
    // The note is opened with the first change, the others with every compaction.
    const { store } = await openDataFolder(folder, () => someContents, options);
    if (!existsSync(join(folder, name))) symlinkSync(outside, join(folder, name));
    const ids = Array.from({ length: 60 }, (_, at) => `r${at}`);
    for (const id of ids) await store.commit(added(id));
    await store.close();
    expect(readFileSync(outside, 'utf8')).toBe('precious');
    const again = await openDataFolder(folder, () => emptyContents);
    expect(reportIds(again.store.state)).toEqual(['seeded', ...ids]);
    await again.store.close();
  },
);

test('the folder in which a new one is made is synced', async () => {
  const made: string[] = [];
  const { syncFolder } = nodeFileSystem;
  nodeFileSystem.syncFolder = async (path) => {
    made.push(path);
    await syncFolder(path);
  };
  try {
    const parent = temporaryFolder();
    await nodeFileSystem.makeFolder(join(parent, 'a', 'b'));
    expect(made).toEqual([parent, join(parent, 'a')]);
    await nodeFileSystem.makeFolder(join(parent, 'a', 'b'));
    expect(made).toHaveLength(2);
  } finally {
    nodeFileSystem.syncFolder = syncFolder;
  }
});
