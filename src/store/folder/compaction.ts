import { join } from 'node:path';
import type { Contents } from '../contents.ts';
import type { ChangeJournal } from './change-journal.ts';
import { ChangeJournalFile } from './change-journal-file.ts';
import type { FolderHold } from './lock/folder-hold.ts';
import { journalName } from './recovery.ts';
import type { StoredSnapshotFile } from './stored-snapshot-file.ts';

export interface CompactionParts {
  readonly hold: FolderHold;
  readonly snapshots: StoredSnapshotFile;
  readonly journal: ChangeJournal;
  /** The first journal that the last snapshot does not cover. */
  readonly oldest: number;
  /** In the journals before the current one that the last snapshot does not cover. */
  readonly earlierBytes: number;
  /** Journals smaller than this are left alone. */
  readonly leastBytes: number;
}

/** Replaces grown journals by a new snapshot, while changes go on. Its failures hurt nobody. */
export class Compaction {
  readonly #parts: CompactionParts;
  readonly #stop = new AbortController();
  #oldest: number;
  #earlierBytes: number;
  #failedAt = 0;
  #running: Promise<void> | undefined;

  constructor(parts: CompactionParts) {
    this.#parts = parts;
    this.#oldest = parts.oldest;
    this.#earlierBytes = parts.earlierBytes;
  }

  get isDue(): boolean {
    // After a failure there is no hurry: a full disk is not helped by trying at every change.
    const isEnough = this.#bytes >= this.#enough + this.#failedAt;
    return isEnough && !this.#running && !this.#stop.signal.aborted;
  }

  /** Where it is due, and with exactly what the snapshot and the journals now hold. */
  start(contents: Contents): void {
    this.#running = this.#compact(contents)
      .then(
        () => {
          this.#failedAt = 0;
        },
        () => {
          this.#failedAt = Math.max(0, this.#bytes - this.#enough / 2);
        },
      )
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** Gives up what is under way, which leaves nothing that a start could not use. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  get #bytes(): number {
    return this.#earlierBytes + this.#parts.journal.length;
  }

  /** As large as the snapshot: then every byte is rewritten once on average. */
  get #enough(): number {
    return Math.max(this.#parts.leastBytes, this.#parts.snapshots.size);
  }

  async #compact(contents: Contents): Promise<void> {
    const { hold, snapshots, journal } = this.#parts;
    const { seq, length } = journal;
    const generation = journal.generation + 1;
    await journal.turnOver((after) => this.#nextJournal(generation, after));
    this.#earlierBytes += length;
    await snapshots.write({ generation, seq, contents }, this.#stop.signal);
    this.#earlierBytes = 0;
    await hold.confirm();
    for (; this.#oldest < generation; this.#oldest += 1) {
      const path = join(hold.folder, journalName(this.#oldest));
      await hold.fs.remove(path).catch(() => {});
    }
  }

  async #nextJournal(generation: number, after: number): Promise<ChangeJournalFile> {
    const { hold } = this.#parts;
    const { fs, folder } = hold;
    await hold.confirm();
    const path = join(folder, journalName(generation));
    let file: ChangeJournalFile | undefined;
    try {
      file = await ChangeJournalFile.create(hold, path, generation, after);
      await fs.syncFolder(folder);
      return file;
    } catch (error) {
      await file?.close();
      await fs.remove(path).catch(() => {});
      throw error;
    }
  }
}
