import { join } from 'node:path';
import type { FileSystem } from '../file-system.ts';
import type { FolderLock } from './folder-lock.ts';

/**
 * Removes what claims that came to nothing left behind, for the one who holds the folder. Whoever
 * is claiming it at this moment writes its file again; links to holders who are gone lead nowhere.
 */
export async function removeLockRemains(fs: FileSystem, folder: string, { id }: FolderLock) {
  const names = await fs.list(folder).catch((): string[] => []);
  for (const name of names.filter((one) => one.startsWith('lock.') && !one.endsWith(id))) {
    await fs.remove(join(folder, name)).catch(() => {});
  }
}
