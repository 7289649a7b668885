import { join } from 'node:path';
import { type FileSystem, isMissing } from './file-system.ts';
import { type StoredSnapshot, snapshotPieces } from './stored-snapshot-format.ts';
import { readStoredSnapshot } from './stored-snapshot-reader.ts';

export const snapshotName = 'snapshot.json';
export const unfinishedName = 'snapshot.json.unfinished';

/** Written out this often, so that stopping never waits for a long sync, nor does a journal. */
const bytesPerSync = 1 << 22;

/** Keeps a snapshot in a file that is always either the old one or the new one. */
export class StoredSnapshotFile {
  readonly #fs: FileSystem;
  readonly #folder: string;
  #size = 0;

  constructor(fs: FileSystem, folder: string) {
    this.#fs = fs;
    this.#folder = folder;
  }

  /** Bytes of the last one read or written. */
  get size(): number {
    return this.#size;
  }

  async read(): Promise<StoredSnapshot | undefined> {
    const path = join(this.#folder, snapshotName);
    try {
      const bytes = await this.#fs.read(path);
      this.#size = bytes.length;
      return readStoredSnapshot(bytes, path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async write(snapshot: StoredSnapshot, signal?: AbortSignal): Promise<void> {
    const unfinished = join(this.#folder, unfinishedName);
    const size = await this.#writeTo(unfinished, snapshot, signal);
    await this.#fs.rename(unfinished, join(this.#folder, snapshotName));
    await this.#fs.syncFolder(this.#folder);
    this.#size = size;
  }

  async #writeTo(path: string, snapshot: StoredSnapshot, signal?: AbortSignal): Promise<number> {
    const file = await this.#fs.open(path, 'w');
    try {
      let size = 0;
      let synced = 0;
      for (const piece of snapshotPieces(snapshot)) {
        signal?.throwIfAborted();
        await file.write(piece, size);
        size += piece.length;
        if (size - synced < bytesPerSync) continue;
        await file.sync();
        synced = size;
      }
      await file.sync();
      signal?.throwIfAborted();
      return size;
    } finally {
      await file.close().catch(() => {});
    }
  }
}
