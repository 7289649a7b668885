import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReferenceModel } from './reference.ts';
import { site } from './site.ts';

/** Marks a folder that this command has written. */
const markFile = '.abuse-feed-docs';

/** The folder contains files of others. */
export class FolderInUse extends Error {}

/** Writes the pages as static files. */
export async function writeSite(
  reference: ReferenceModel,
  folder: string,
): Promise<readonly string[]> {
  const there = existing(folder);
  if (there.length > 0 && !there.includes(markFile)) throw new FolderInUse(folder);
  mkdirSync(folder, { recursive: true });
  // Written first, so that an interrupted build can be repeated.
  replace(join(folder, markFile), 'Made by abuse-feed docs, which overwrites this folder.\n');
  for (const [file, content] of Object.entries(site)) {
    replace(join(folder, file), await content(reference));
  }
  return Object.keys(site);
}

/** Replaces symbolic links instead of following them. */
function replace(file: string, content: string | Uint8Array): void {
  rmSync(file, { force: true });
  writeFileSync(file, content, { flag: 'wx' });
}

function existing(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
