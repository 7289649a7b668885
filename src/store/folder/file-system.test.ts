import { writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { nodeFileSystem } from './file-system.ts';
import { temporaryFolder } from './temporary-folder.test.support.ts';

test('a file that cannot be looked at does not stay open', async () => {
  const path = join(temporaryFolder(), 'file');
  writeFileSync(path, '');
  const any = await open(path);
  await any.close();
  const handles = Object.getPrototypeOf(any) as FileHandle;
  const stat = vi.spyOn(handles, 'stat').mockRejectedValue(new Error('no look'));
  onTestFinished(() => void vi.restoreAllMocks());
  const ways = [
    () => nodeFileSystem.open(path, 'r+'),
    () => nodeFileSystem.openToRead(path),
    () => nodeFileSystem.hold(path),
  ];
  for (const way of ways) await expect(way()).rejects.toThrow('no look');
  const closed = -1;
  expect(stat.mock.contexts.map((handle) => (handle as FileHandle).fd)).toEqual([
    closed,
    closed,
    closed,
  ]);
});
