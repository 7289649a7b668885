import { join } from 'node:path';
import { errorCode, isMissing, type OpenFile } from './file-system.ts';
import { InPlace } from './in-place.ts';
import type { FolderHold } from './lock/folder-hold.ts';
import { type StoredSnapshot, snapshotPieces } from './stored-snapshot-format.ts';
import { readSnapshotFrom } from './stored-snapshot-reader.ts';

export const snapshotName = 'snapshot.json';
export const unfinishedName = 'snapshot.json.unfinished';

/** Written out this often, so that stopping never waits for a long sync, nor does a journal. */
const bytesPerSync = 1 << 22;

/** Keeps a snapshot in a file that is always either the old one or the new one. */
export class StoredSnapshotFile {
  readonly #hold: FolderHold;
  readonly #path: string;
  #size = 0;
  #place: InPlace | undefined;

  constructor(hold: FolderHold) {
    this.#hold = hold;
    this.#path = join(hold.folder, snapshotName);
  }

  /** Bytes of the last one read or written. */
  get size(): number {
    return this.#size;
  }

  /** Where the last one read or written was found. */
  get place(): InPlace | undefined {
    return this.#place;
  }

  async read(): Promise<StoredSnapshot | undefined> {
    try {
      const file = await this.#hold.fs.openToRead(this.#path);
      try {
        this.#size = file.size;
        this.#find();
        return await readSnapshotFrom(file, this.#path);
      } finally {
        await file.close();
      }
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async write(snapshot: StoredSnapshot, signal?: AbortSignal): Promise<void> {
    const { fs, folder } = this.#hold;
    const unfinished = join(folder, unfinishedName);
    const size = await this.#writeTo(unfinished, snapshot, signal);
    await this.#hold.confirm();
    // From here to the end of the rename either of the two may be the one that is there.
    const former = this.#place;
    this.#place = undefined;
    try {
      await fs.rename(unfinished, this.#path);
    } finally {
      this.#find();
      this.#place ??= former;
    }
    await fs.syncFolder(folder);
    this.#size = size;
  }

  #find(): void {
    const { fs } = this.#hold;
    try {
      const identity = fs.identity(this.#path);
      if (identity !== undefined) this.#place = InPlace.of(fs, this.#path, identity);
    } catch {
      // Then it is not watched.
    }
  }

  /** A file of its own: what lies there, a link to elsewhere perhaps, is not written to. */
  async #begin(path: string): Promise<OpenFile> {
    const { fs } = this.#hold;
    try {
      return await fs.open(path, 'wx');
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      await fs.remove(path);
      return fs.open(path, 'wx');
    }
  }

  async #writeTo(path: string, snapshot: StoredSnapshot, signal?: AbortSignal): Promise<number> {
    const file = await this.#begin(path);
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
