import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReferenceModel } from './reference.ts';
import { site } from './site.ts';

/** Tells a folder we made from one that holds something else. */
export const markFile = '.abuse-feed-docs';

/** The folder holds files that are not ours to overwrite. */
export class FolderInUse extends Error {}

/** Writes reference and guide as files that any static host, or no host at all, can show. */
export async function writeSite(
  reference: ReferenceModel,
  folder: string,
): Promise<readonly string[]> {
  const there = existing(folder);
  if (there.length > 0 && !there.includes(markFile)) throw new FolderInUse(folder);
  mkdirSync(folder, { recursive: true });
  // First, so that the folder is known as ours when a build was cut short and is repeated.
  replace(join(folder, markFile), 'Made by abuse-feed docs, which overwrites this folder.\n');
  for (const [file, content] of Object.entries(site)) {
    replace(join(folder, file), await content(reference));
  }
  return Object.keys(site);
}

/** A link of that name may lead to a file of somebody else: it is replaced, and not followed. */
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
