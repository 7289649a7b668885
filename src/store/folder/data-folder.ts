import { resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Low } from 'lowdb';
import type { Contents } from '../contents.ts';
import { State } from '../state.ts';
import { Store } from '../store.ts';
import { wordsOf } from './change-journal-content.ts';
import { DataDamaged, DataFolderInUse, DataFolderUnusable } from './data-folder-errors.ts';
import { errorCode, type FileSystem, nodeFileSystem } from './file-system.ts';
import { FolderAdapter } from './folder-adapter.ts';
import { FolderHold } from './lock/folder-hold.ts';
import { type FolderLock, type LockOptions, lockFolder } from './lock/folder-lock.ts';
import { removeLockRemains } from './lock/lock-remains.ts';

export { DataDamaged, DataFolderInUse, DataFolderUnusable } from './data-folder-errors.ts';

/** A folder that this process has to itself, with what it holds. */
export interface DataFolder {
  /** Closing it lets go of the folder. */
  readonly store: Store;
  readonly path: string;
  /** Whether it was empty and has been given the initial contents. */
  readonly fresh: boolean;
  readonly reports: number;
  /** Set where a crash had cut a record short: one sentence for the first screen. */
  readonly notice: string | undefined;
}

export interface DataFolderOptions {
  readonly fileSystem?: FileSystem;
  /** Journals below this size are not compacted. */
  readonly compactFrom?: number;
  /** Told what whoever runs the server should know, a sentence at a time. */
  readonly tell?: (sentence: string) => void;
  /** Who claims the folder, and how it shows that it is there. */
  readonly lock?: Pick<LockOptions, 'claimant' | 'pulse'>;
}

/** Throws DataFolderInUse, DataFolderUnusable or DataDamaged, all of which speak to a person. */
export async function openDataFolder(
  folder: string,
  initial: () => Contents,
  options: DataFolderOptions = {},
): Promise<DataFolder> {
  const { fileSystem = nodeFileSystem, compactFrom = 4 << 20, tell = () => {} } = options;
  const path = resolve(folder);
  try {
    await fileSystem.makeFolder(path);
    const lock = await lockFolder(fileSystem, path, { ...options.lock, tell });
    await removeLockRemains(fileSystem, path, lock);
    const hold = new FolderHold(fileSystem, path, { ownership: lock, tell });
    const adapter = new FolderAdapter(fileSystem, path, compactFrom, hold);
    try {
      const { db, fresh } = await filled(adapter, initial);
      const { notice } = adapter;
      return {
        store: storeOf(db, adapter, lock),
        path,
        fresh,
        reports: db.data.reportCount,
        notice,
      };
    } catch (error) {
      await adapter.close();
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw explained(error, path);
  }
}

async function filled(adapter: FolderAdapter, initial: () => Contents) {
  const nothing = new State();
  const db = new Low<State>(adapter, nothing);
  await db.read();
  if (db.data !== nothing) return { db, fresh: false };
  const begun = new State(initial());
  db.data = begun;
  await db.write();
  // Read back as after any other start: what is on disk is what counts.
  await db.read();
  if (db.data === begun) throw new Error('the first snapshot is not there');
  return { db, fresh: true };
}

const storeOf = (db: Low<State>, adapter: FolderAdapter, lock: FolderLock): Store =>
  new Store(db, {
    // Also lets those who were just told that their change is safe hear it before anything is lost.
    pause: setImmediate,
    encode: wordsOf,
    problem: async () => (await adapter.problem())?.message,
    close: async () => {
      await adapter.close();
      await lock.release();
    },
  });

function explained(error: unknown, path: string): unknown {
  const known = [DataDamaged, DataFolderInUse, DataFolderUnusable];
  if (known.some((kind) => error instanceof kind)) return error;
  const code = errorCode(error);
  if (code === undefined || !(error instanceof Error)) return error;
  return new DataFolderUnusable(path, reasons[code] ?? error.message, error);
}

const reasons: { readonly [code: string]: string } = {
  EEXIST: 'it is not a folder',
  ENOTDIR: 'it, or something on the way to it, is not a folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};
