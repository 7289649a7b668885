import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { someContents } from '../sample-data.test.support.ts';
import { openDataFolder } from './data-folder.ts';

export function temporaryFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), 'abuse-feed-store-'));
  return join(parent, 'data');
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
