import { join } from 'node:path';
import { emptyContents } from '../contents.ts';
import { added, someContents } from '../sample-data.test.support.ts';
import { openDataFolder } from './data-folder.ts';
import { hastyFileSystem, temporaryFolder } from './temporary-folder.test.support.ts';

export const journalOf = (folder: string) => join(folder, 'journal-1.log');

/** A folder with a snapshot, and a journal of three changes. */
export async function keptFolder(): Promise<string> {
  const folder = temporaryFolder();
  const { store } = await openDataFolder(folder, () => someContents);
  for (const id of ['a', 'b', 'c']) await store.commit(added(id));
  await store.close();
  return folder;
}

export const everything = ['seeded', 'a', 'b', 'c'];

export async function opened(folder: string) {
  const data = await openDataFolder(folder, () => emptyContents, {
    fileSystem: hastyFileSystem,
  });
  await data.store.close();
  return data;
}

/** Every fifth byte: `npm run endure -- damage` takes them all. */
export const bytesApart = 5;
