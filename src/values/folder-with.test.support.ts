import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with these files, removed after the tests. */
export function folderWith(
  files: { readonly [name: string]: string | Uint8Array } = {},
  name = 'abuse-feed-',
): string {
  const folder = mkdtempSync(join(tmpdir(), name));
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  return folder;
}
