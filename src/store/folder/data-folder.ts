import { join, resolve } from 'node:path';
import type { Contents } from '../contents.ts';
import type { State } from '../state.ts';
import type { Log } from '../store.ts';
import { AcknowledgedFile } from './acknowledged.ts';
import { ChangeJournal } from './change-journal.ts';
import { ChangeJournalFile } from './change-journal-file.ts';
import { Compaction } from './compaction.ts';
import { DataDamaged, DataFolderInUse, DataFolderUnusable } from './data-folder-errors.ts';
import { errorCode, type FileSystem, nodeFileSystem } from './file-system.ts';
import { lockFolder } from './folder-lock.ts';
import { journalName, journalsAmong, type Recovered, recover } from './recovery.ts';
import { StoredSnapshotFile, unfinishedName } from './stored-snapshot-file.ts';
import { keepTornBytes } from './torn-bytes.ts';

export { DataDamaged, DataFolderInUse, DataFolderUnusable } from './data-folder-errors.ts';

/** A folder that this process has to itself, with what it holds. */
export interface DataFolder {
  /** To be changed by one `Store` only, which is given `log` as well. */
  readonly state: State;
  /** Closing it lets go of the folder. */
  readonly log: Log;
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
}

/** Throws DataFolderInUse, DataFolderUnusable or DataDamaged, all of which speak to a person. */
export async function openDataFolder(
  folder: string,
  initial: () => Contents,
  options: DataFolderOptions = {},
): Promise<DataFolder> {
  const path = resolve(folder);
  const fs = options.fileSystem ?? nodeFileSystem;
  try {
    await fs.makeFolder(path);
    const lock = await lockFolder(fs, path);
    try {
      return await open(fs, path, initial, lock.release, options.compactFrom ?? 4 << 20);
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    throw explained(error, path);
  }
}

async function open(
  fs: FileSystem,
  path: string,
  initial: () => Contents,
  release: () => Promise<void>,
  leastBytes: number,
): Promise<DataFolder> {
  const snapshots = new StoredSnapshotFile(fs, path);
  const acknowledged = new AcknowledgedFile(fs, path);
  const kept = await recover(fs, path, snapshots, await acknowledged.read());
  const found = kept ?? (await begin(fs, path, snapshots, initial));
  const { state, seq } = found;
  const notice = await keepTornBytes(fs, path, found);
  const journal = new ChangeJournal(await resumed(fs, path, found), seq, acknowledged);
  await removeRemains(fs, path, found);
  const compaction = new Compaction({
    ...found,
    fs,
    folder: path,
    snapshots,
    journal,
    leastBytes,
    contents: () => state.contents(),
  });
  const log: Log = {
    append: (change) => journal.append(change),
    onLoss: (callback) => journal.onLoss(callback),
    close: async () => {
      await compaction.stop();
      await journal.close();
      await release();
    },
  };
  return { state, log, path, fresh: !kept, reports: state.reportCount, notice };
}

/** Read back as after any other start: what is on disk is what counts. */
async function begin(
  fs: FileSystem,
  path: string,
  snapshots: StoredSnapshotFile,
  initial: () => Contents,
): Promise<Recovered> {
  const journal = await ChangeJournalFile.create(fs, join(path, journalName(1)), 1, 0);
  await journal.close();
  await fs.syncFolder(path);
  await snapshots.write({ generation: 1, seq: 0, contents: initial() });
  const begun = await recover(fs, path, snapshots);
  if (!begun) throw new Error('the first snapshot is not there');
  return begun;
}

const resumed = (fs: FileSystem, path: string, { current, length }: Recovered) =>
  ChangeJournalFile.resume(fs, join(path, journalName(current)), current, length);

/** Files that a crash or a failure left behind and that nothing refers to any more. */
async function removeRemains(fs: FileSystem, path: string, { oldest, current }: Recovered) {
  const names = await fs.list(path).catch((): string[] => []);
  const journals = journalsAmong(names).filter((number) => number < oldest || number > current);
  for (const name of [...journals.map(journalName), unfinishedName]) {
    if (names.includes(name)) await fs.remove(join(path, name)).catch(() => {});
  }
}

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
