import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reference } from './reference.ts';
import { site } from './site.ts';

/** Tells a folder we made from one that holds something else. */
export const markFile = '.abuse-feed-docs';

/** The folder holds files that are not ours to overwrite. */
export class FolderInUse extends Error {}

/** Writes reference and guide as files that any static host, or no host at all, can show. */
export async function writeSite(reference: Reference, folder: string): Promise<readonly string[]> {
  const there = existing(folder);
  if (there.length > 0 && !there.includes(markFile)) throw new FolderInUse(folder);
  mkdirSync(folder, { recursive: true });
  // First, so that the folder is known as ours when a build was cut short and is repeated.
  writeFileSync(join(folder, markFile), 'Made by abuse-feed docs, which overwrites this folder.\n');
  for (const [file, content] of Object.entries(site)) {
    writeFileSync(join(folder, file), await content(reference));
  }
  return Object.keys(site);
}

function existing(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
