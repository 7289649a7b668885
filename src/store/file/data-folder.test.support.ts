import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith } from '../../values/folder-with.test.support.ts';
import { someContents } from '../sample-data.test.support.ts';
import { openDataFolder } from './data-folder.ts';

/** Where a data folder may be made. */
export function newDataFolder(): string {
  return join(folderWith(), 'data');
}

export type Opening = Parameters<typeof openDataFolder>[2];

export function opened(folder: string, options: Opening = {}) {
  return openDataFolder(folder, () => someContents, options);
}

/** The files of a folder by name, without lock files. */
export function filesIn(folder: string): { [name: string]: string } {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => !/\.(lock|owner)$/.test(name) && statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  );
}
