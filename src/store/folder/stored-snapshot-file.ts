import { join } from 'node:path';
import { type Adapter, Low } from 'lowdb';
import { emptyContents } from '../contents.ts';
import { type FileSystem, isMissing } from './file-system.ts';
import { type StoredSnapshot, snapshotPieces } from './stored-snapshot-format.ts';
import { readStoredSnapshot } from './stored-snapshot-reader.ts';

export const snapshotName = 'snapshot.json';
export const unfinishedName = 'snapshot.json.unfinished';

/** Written out this often, so that stopping never waits for a long sync, nor does a journal. */
const bytesPerSync = 1 << 22;

const none: StoredSnapshot = { generation: 0, seq: 0, contents: emptyContents };

/** Keeps a snapshot in a file that is always either the old one or the new one. */
class SnapshotAdapter implements Adapter<StoredSnapshot> {
  readonly #fs: FileSystem;
  readonly #folder: string;
  size = 0;
  signal: AbortSignal | undefined;

  constructor(fs: FileSystem, folder: string) {
    this.#fs = fs;
    this.#folder = folder;
  }

  async read(): Promise<StoredSnapshot | null> {
    const path = join(this.#folder, snapshotName);
    try {
      const bytes = await this.#fs.read(path);
      this.size = bytes.length;
      return readStoredSnapshot(bytes, path);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async write(snapshot: StoredSnapshot): Promise<void> {
    const unfinished = join(this.#folder, unfinishedName);
    const size = await this.#writeTo(unfinished, snapshot);
    await this.#fs.rename(unfinished, join(this.#folder, snapshotName));
    await this.#fs.syncFolder(this.#folder);
    this.size = size;
  }

  async #writeTo(path: string, snapshot: StoredSnapshot): Promise<number> {
    const file = await this.#fs.open(path, 'w');
    try {
      let size = 0;
      let synced = 0;
      for (const piece of snapshotPieces(snapshot)) {
        this.signal?.throwIfAborted();
        await file.write(piece, size);
        size += piece.length;
        if (size - synced < bytesPerSync) continue;
        await file.sync();
        synced = size;
      }
      await file.sync();
      this.signal?.throwIfAborted();
      return size;
    } finally {
      await file.close().catch(() => {});
    }
  }
}

/** The snapshot in lowdb. lowdb keeps what it is given, so it is given nothing that changes. */
export class StoredSnapshotFile {
  readonly #adapter: SnapshotAdapter;
  readonly #db: Low<StoredSnapshot>;

  constructor(fs: FileSystem, folder: string) {
    this.#adapter = new SnapshotAdapter(fs, folder);
    this.#db = new Low<StoredSnapshot>(this.#adapter, none);
  }

  /** Bytes of the last one read or written. */
  get size(): number {
    return this.#adapter.size;
  }

  async read(): Promise<StoredSnapshot | undefined> {
    await this.#db.read();
    return this.#taken();
  }

  async write(snapshot: StoredSnapshot, signal?: AbortSignal): Promise<void> {
    this.#adapter.signal = signal;
    this.#db.data = snapshot;
    try {
      await this.#db.write();
    } finally {
      this.#taken();
    }
  }

  /** Nothing of a snapshot stays in memory beside the state. */
  #taken(): StoredSnapshot | undefined {
    const { data } = this.#db;
    this.#db.data = none;
    return data === none ? undefined : data;
  }
}
