import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type FileSystem, nodeFileSystem } from './file-system.ts';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'abuse-feed-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every file and its bytes, to show that nothing was changed. */
export const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'hex')]),
  );

/** Without waiting for the disk, for tests that start thousands of times. */
export const hastyFileSystem: FileSystem = {
  ...nodeFileSystem,
  syncFolder: async () => {},
  open: async (path, flags) => ({
    ...(await nodeFileSystem.open(path, flags)),
    sync: async () => {},
  }),
};
