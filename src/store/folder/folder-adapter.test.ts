import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Low } from 'lowdb';
import { expect, test, vi } from 'vitest';
import { added, reportIds, someContents } from '../sample-data.test.support.ts';
import { State } from '../state.ts';
import { wordsOf } from './change-journal-content.ts';
import { openDataFolder } from './data-folder.ts';
import { FaultyDisk } from './faulty-disk.test.support.ts';
import { FolderAdapter } from './folder-adapter.ts';
import { filesIn, temporaryFolder } from './temporary-folder.test.support.ts';

const adapterOf = (folder: string, disk = new FaultyDisk(), compactFrom = 1 << 20) =>
  new FolderAdapter(disk, folder, compactFrom);

function change(state: State, id: string): () => void {
  state.unsaved.push(wordsOf(added(id)));
  return state.apply(added(id));
}

/** A state that is kept in a folder, without a store. */
async function begun(disk?: FaultyDisk, compactFrom?: number) {
  const folder = temporaryFolder();
  const adapter = adapterOf(folder, disk, compactFrom);
  const db = new Low<State>(adapter, new State(someContents));
  await db.read();
  await db.write();
  return { folder, adapter, db };
}

async function found(folder: string) {
  const adapter = adapterOf(folder);
  const state = await adapter.read();
  await adapter.close();
  return state && reportIds(state);
}

test('there is nothing in a folder in which nothing was ever kept', async () => {
  const folder = temporaryFolder();
  expect(await found(folder)).toBe(null);
  expect(filesIn(folder)).toEqual({});
});

test('the first write is a snapshot of everything, later ones are what is unsaved', async () => {
  const { folder, adapter, db } = await begun();
  const snapshot = readFileSync(join(folder, 'snapshot.json'), 'utf8');
  expect(await found(folder)).toEqual(['seeded']);
  change(db.data, 'a');
  await db.write();
  expect(readFileSync(join(folder, 'snapshot.json'), 'utf8')).toBe(snapshot);
  expect(await found(folder)).toEqual(['seeded', 'a']);
  await adapter.close();
});

test('a write takes what is unsaved at the moment of the call', async () => {
  const { folder, adapter, db } = await begun();
  change(db.data, 'a');
  const written = db.write();
  change(db.data, 'b');
  await written;
  expect(await found(folder)).toEqual(['seeded', 'a']);
  await adapter.close();
});

test('a write of nothing touches nothing', async () => {
  const disk = new FaultyDisk();
  const { adapter, db } = await begun(disk);
  const before = disk.steps.length;
  await db.write();
  expect(disk.steps).toHaveLength(before);
  await adapter.close();
});

test('a write after the folder was let go is refused and touches nothing', async () => {
  const { folder, adapter, db } = await begun();
  await adapter.close();
  const before = filesIn(folder);
  change(db.data, 'a');
  await expect(db.write()).rejects.toThrow('the data folder is closed');
  expect(filesIn(folder)).toEqual(before);
});

test('a first write that fails can be tried again', async () => {
  const disk = new FaultyDisk();
  const folder = temporaryFolder();
  const adapter = adapterOf(folder, disk);
  const db = new Low<State>(adapter, new State(someContents));
  await db.read();
  disk.plan = (_, name) => (name === 'rename' ? { code: 'ENOSPC' } : undefined);
  await expect(db.write()).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await found(folder)).toBe(null);
  disk.plan = () => undefined;
  await db.write();
  await adapter.close();
  expect(await found(folder)).toEqual(['seeded']);
});

test('a snapshot holds nothing that was not written, and was refused later', async () => {
  const disk = new FaultyDisk();
  const { folder, adapter, db } = await begun(disk, 1);
  const snapshots = () => disk.steps.filter((name) => name === 'rename').length;
  const before = snapshots();
  const ids = ['a', 'b', 'c', 'd', 'e'];
  for (const id of ids) change(db.data, id);
  const written = db.write();
  const takeBack = change(db.data, 'refused');
  await written;
  takeBack();
  db.data.unsaved.length = 0;
  change(db.data, 'f');
  await db.write();
  await expect.poll(snapshots).toBeGreaterThan(before);
  await adapter.close();
  expect(await found(folder)).toEqual(['seeded', ...ids, 'f']);
});

test('reading again gives what is on disk', async () => {
  const { adapter, db } = await begun();
  change(db.data, 'a');
  await db.write();
  change(db.data, 'never written');
  await db.read();
  expect(reportIds(db.data)).toEqual(['seeded', 'a']);
  await adapter.close();
});

test('the store of a folder changes what lowdb holds, and has lowdb write it', async () => {
  const { store } = await openDataFolder(temporaryFolder(), () => someContents);
  const write = vi.spyOn(Low.prototype, 'write');
  await store.commit(added('a'));
  const [db] = write.mock.contexts as Low<State>[];
  write.mockRestore();
  expect(db?.data).toBe(store.state);
  expect(db?.adapter).toBeInstanceOf(FolderAdapter);
  expect(db && reportIds(db.data)).toEqual(['seeded', 'a']);
  await store.close();
});
