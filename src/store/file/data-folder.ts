import { existsSync } from 'node:fs';
import fs, { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Low } from 'lowdb';
import { listed } from '../../values/listed.ts';
import { type Contents, copyOf, type Data, emptyContents } from '../contents.ts';
import { Store } from '../store.ts';
import { DataFolderUnusable, errorCode } from './errors.ts';
import { FileAdapter, type FileAdapterOptions } from './file-adapter.ts';
import { FolderLock, type LockOptions } from './folder-lock.ts';
import { syncName } from './open-file.ts';
import { fillIn, UnstoredTokens } from './unstored-tokens.ts';

/** A locked data folder and its contents. */
export interface DataFolder {
  /**
   * Closing it releases the folder.
   * @internal
   */
  readonly store: Store;
  readonly path: string;
  /** Whether the folder was empty and got the initial contents. */
  readonly fresh: boolean;
  readonly reports: number;
  /** Irregularities found on opening, to be printed at start. */
  readonly notice: string | undefined;
}

/** Throws DataFolderInUse, DataFolderUnusable or DataDamaged, each with a message for the user. */
export async function openDataFolder(
  folder: string,
  initial: () => Contents,
  {
    unstoredTokens = new Set(),
    ...options
  }: Partial<Omit<FileAdapterOptions, 'lock' | 'unstored'> & LockOptions> & {
    /** Those of callers in `initial` that no file may have. */
    readonly unstoredTokens?: ReadonlySet<string>;
  } = {},
): Promise<DataFolder> {
  const path = resolve(folder);
  const unstored = new UnstoredTokens(unstoredTokens);
  const all = { unstored, disk: fs, foldFrom: 16 << 20, notify: () => {}, ...options };
  try {
    await makeFolder(path, 0o700);
    const lock = await FolderLock.take(path, all);
    const adapter = new FileAdapter(path, { ...all, lock });
    const db = new Low<Data>(adapter, copyOf(emptyContents));
    const nothing = db.data;
    try {
      await db.read();
      const fresh = db.data === nothing;
      if (fresh) db.data = copyOf(initial());
      if (fresh || unstored.areIn(db.data)) await db.write();
      const without = fillIn(db.data, initial);
      const notices = [...adapter.notices, ...(without.length > 0 ? [tokenless(without)] : [])];
      const notice = notices.join('; ') || undefined;
      return { store: new Store(db), path, fresh, reports: db.data.reports.length, notice };
    } catch (error) {
      await adapter.close(db.data);
      throw error;
    }
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new DataFolderUnusable(path, reasons[code] ?? (error as Error).message, error);
  }
}

/** Not `recursive`: below folders that reject entries, such as /proc, Node 20 loops forever. */
async function makeFolder(path: string, mode?: number): Promise<void> {
  if (existsSync(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path, { mode });
  // A parent that cannot be read cannot be synced either.
  await syncName(fs, path).catch(() => {});
}

function tokenless(ids: readonly string[]): string {
  const tokens = ids.length === 1 ? 'the token' : 'the tokens';
  return `${tokens} of ${listed(ids, (id) => id).join(', ')} came from variables of a configuration, and are not stored: until it is given again, nobody can use them`;
}

const reasons: { readonly [code: string]: string } = {
  ENOTDIR: 'it, or one of its parents, is not a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};
