import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyContents } from '../contents.ts';
import { added, report, reportIds, someContents } from '../sample-data.test.support.ts';
import { acknowledgedName } from './acknowledged.ts';
import { encodeOpening } from './change-journal-content.ts';
import { DataFolderUnusable, openDataFolder } from './data-folder.ts';
import { FaultyDisk } from './faulty-disk.test.support.ts';
import {
  bytesApart,
  everything,
  journalOf,
  keptFolder,
  opened,
} from './kept-folder.test.support.ts';
import { temporaryFolder } from './temporary-folder.test.support.ts';

test('a fresh folder gets the initial contents', async () => {
  const folder = join(temporaryFolder(), 'deeper', 'data');
  const data = await openDataFolder(folder, () => someContents);
  await data.store.close();
  expect(data).toMatchObject({ path: folder, fresh: true, reports: 1, notice: undefined });
  expect(data.store.state.contents()).toEqual(someContents);
});

test('a restart finds everything, and not the initial contents', async () => {
  const data = await opened(await keptFolder());
  expect(data).toMatchObject({ fresh: false, reports: 4, notice: undefined });
  expect(reportIds(data.store.state)).toEqual(everything);
});

test('every kind of change survives a restart', async () => {
  const folder = temporaryFolder();
  const { store } = await openDataFolder(folder, () => someContents);
  await store.commit({ type: 'replaced', contents: { ...someContents, services: ['other'] } });
  await store.commit({
    type: 'report-removed',
    service: 'tunnelco',
    id: 'SEEDED',
    remember: true,
  });
  await store.commit({ type: 'service-added', service: 'tunnelco' });
  await store.commit({
    type: 'allowance-set',
    caller: '__proto__',
    allowance: { left: 1, period: '' },
  });
  await store.commit({
    type: 'caller-set',
    caller: { id: 'x', name: 'X\n\u2028\ud800', token: 't2', roles: [] },
  });
  await store.commit({ type: 'caller-removed', id: 'r1' });
  const before = store.state.contents();
  await store.close();
  expect((await opened(folder)).store.state.contents()).toEqual(before);
});

test('the snapshot is one JSON document', async () => {
  const folder = await keptFolder();
  expect(JSON.parse(readFileSync(join(folder, 'snapshot.json'), 'utf8'))).toMatchObject({
    format: 'abuse-feed snapshot 1',
    generation: 1,
    seq: 0,
    reports: [report('seeded')],
  });
});

test('a last record torn at any byte is dropped, told of and kept beside the journal', async () => {
  const folder = await keptFolder();
  // Nobody was told of the record, so nothing was noted of it.
  rmSync(join(folder, acknowledgedName));
  const whole = readFileSync(journalOf(folder));
  const lastStart = whole.lastIndexOf(10, whole.length - 2) + 1;
  for (let cut = lastStart + 1; cut < whole.length; cut += bytesApart) {
    for (const nuls of [0, 5]) {
      // A whole body with a NUL for its line end may be a damaged record that was acknowledged.
      if (nuls > 0 && cut === whole.length - 1) continue;
      const tail = Buffer.concat([whole.subarray(lastStart, cut), Buffer.alloc(nuls)]);
      writeFileSync(journalOf(folder), Buffer.concat([whole.subarray(0, lastStart), tail]));
      const data = await opened(folder);
      expect(reportIds(data.store.state)).toEqual(['seeded', 'a', 'b']);
      expect(data.notice).toContain('journal-1.torn');
      expect(readFileSync(journalOf(folder))).toEqual(whole.subarray(0, lastStart));
      expect(readFileSync(join(folder, 'journal-1.torn'))).toEqual(tail);
      rmSync(join(folder, 'journal-1.torn'));
    }
  }
});

test('an earlier torn record is not overwritten by a later one, and changes go on', async () => {
  const folder = await keptFolder();
  for (const name of ['journal-1.torn', 'journal-1.torn-2']) {
    appendFileSync(journalOf(folder), '0000');
    const { store, notice } = await openDataFolder(folder, () => emptyContents);
    expect(notice).toContain(`${name}`);
    await store.commit(added(name));
    await store.close();
  }
  expect(reportIds((await opened(folder)).store.state)).toHaveLength(everything.length + 2);
});

test.each([
  ['of which nothing was written', '', ''],
  ['that was given up before later changes', encodeOpening(2, 1), ''],
  ['that was given up before a change that a crash cut short', encodeOpening(2, 3), '0000'],
])('a next journal %s is no obstacle', async (_, next, torn) => {
  const folder = await keptFolder();
  writeFileSync(join(folder, 'journal-2.log'), next);
  appendFileSync(journalOf(folder), torn);
  expect(reportIds((await opened(folder)).store.state)).toEqual(everything);
  expect(reportIds((await opened(folder)).store.state)).toEqual(everything);
});

test('a path that is a file cannot be used', async () => {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, '');
  const error = await opened(path).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(DataFolderUnusable);
  expect((error as Error).message).toBe(
    `the data folder ${path} cannot be used: it is not a folder`,
  );
  await expect(opened(join(path, 'below'))).rejects.toBeInstanceOf(DataFolderUnusable);
});

test('a folder that cannot be written says why', async () => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const fileSystem = new FaultyDisk((_, name) => (name === 'open' ? { code: 'EROFS' } : undefined));
  await expect(openDataFolder(folder, () => emptyContents, { fileSystem })).rejects.toThrow(
    `the data folder ${folder} cannot be used: the disk is read-only`,
  );
});
