import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith } from '../../values/folder-with.test.support.ts';
import type { Change } from '../changes.ts';
import { added, reportIds, someContents } from '../sample-data.test.support.ts';
import { openDataFolder } from './data-folder.ts';

/** Where a data folder may be made. */
export function newDataFolder(): string {
  return join(folderWith(), 'data');
}

type Opening = Parameters<typeof openDataFolder>[2];

export function opened(folder: string, options: Opening = {}) {
  return openDataFolder(folder, () => someContents, options);
}

/** What a restart finds. */
export async function restarted(folder: string, options: Opening = {}) {
  const { store, notice } = await opened(folder, options);
  await store.close();
  return { ids: reportIds(store.state), notice };
}

export type Files = { readonly [name: string]: string };

/** The files of a folder by name, without the lock. */
export function filesIn(folder: string): Files {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !name.endsWith('.owner') && statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  );
}

/** Puts files into a folder, which is made if there is none. */
export function folderOf(files: Files, folder = newDataFolder()): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), text, 'latin1');
  return folder;
}

/** The files that a kill leaves after some changes, each stored by itself, and others in one batch. */
export async function filesAfterKill(
  ids: readonly string[] = ['a', 'b', 'c'],
  batch: readonly Change[] = [],
): Promise<Files> {
  const folder = newDataFolder();
  const { store } = await opened(folder);
  for (const id of ids) await store.commit(added(id));
  await Promise.all(batch.map((change) => store.commit(change)));
  const files = filesIn(folder);
  await store.close();
  return files;
}
