import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { emptyContents } from '../contents.ts';
import { someContents } from '../sample-data.test.support.ts';
import { encodeChange, encodeOpening, readChangeJournal } from './change-journal-content.ts';
import { DataFolderUnusable, openDataFolder } from './data-folder.ts';
import { snapshotPieces } from './stored-snapshot-format.ts';
import { readStoredSnapshot } from './stored-snapshot-reader.ts';
import { temporaryFolder } from './temporary-folder.test.support.ts';

/** A folder as a version left it. Never write it anew: it is what people have. */
const writtenBy = (version: string): string => {
  const folder = join(temporaryFolder(), 'data');
  cpSync(fileURLToPath(new URL(`./written-by-${version}`, import.meta.url)), folder, {
    recursive: true,
  });
  return folder;
};

test('a folder written by 0.1.0 opens, and goes on where it was', async () => {
  const folder = writtenBy('0.1.0');
  for (const services of [['newco'], ['newco', 'laterco']]) {
    const { store, fresh } = await openDataFolder(folder, () => emptyContents);
    const contents = store.state.contents();
    expect(fresh).toBe(false);
    expect(contents.reports.map(({ id }) => id)).toEqual(['seeded', 'a', 'b']);
    expect(contents.services).toEqual([...someContents.services, ...services]);
    expect(contents.allowances).toEqual(someContents.allowances);
    await store.commit({ type: 'service-added', service: 'laterco' });
    await store.close();
  }
});

const newer =
  'a newer version of abuse-feed-kit has written to it. Upgrade, or choose another folder';

test('a snapshot of a newer format says to upgrade', () => {
  const snapshot = { generation: 1, seq: 0, contents: someContents };
  const document = Buffer.concat([...snapshotPieces(snapshot)]);
  expect(readStoredSnapshot(document, 'data/snapshot.json')).toEqual(snapshot);
  const later = Buffer.concat([...snapshotPieces(snapshot, 2)]);
  const read = () => readStoredSnapshot(later, 'data/snapshot.json');
  expect(read).toThrow(DataFolderUnusable);
  expect(read).toThrow(`the data folder data cannot be used: ${newer}`);
});

test('a journal with a change that only a newer version knows says to upgrade', () => {
  const change = JSON.stringify({ type: 'report-moved' });
  const journal = Buffer.from(encodeOpening(1, 0) + encodeChange(1, change));
  expect(() => readChangeJournal(journal, 'data/journal-1.log', 1)).toThrow(newer);
});
