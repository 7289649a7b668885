import { join } from 'node:path';
import type { Contents } from '../contents.ts';
import type { ChangeJournal } from './change-journal.ts';
import { ChangeJournalFile } from './change-journal-file.ts';
import type { FileSystem } from './file-system.ts';
import { journalName } from './recovery.ts';
import type { StoredSnapshotFile } from './stored-snapshot-file.ts';

export interface CompactionParts {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly snapshots: StoredSnapshotFile;
  readonly journal: ChangeJournal;
  readonly contents: () => Contents;
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
    parts.journal.onGrowth(() => this.#consider());
  }

  /** Gives up what is under way, which leaves nothing that a start could not use. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  get #bytes(): number {
    return this.#earlierBytes + this.#parts.journal.file.length;
  }

  #consider(): void {
    const { leastBytes, snapshots } = this.#parts;
    // As large as the snapshot: then every byte is rewritten once on average, however many there are.
    const due = Math.max(leastBytes, snapshots.size);
    // After a failure there is no hurry: a full disk is not helped by trying at every change.
    if (this.#running || this.#stop.signal.aborted || this.#bytes < due + this.#failedAt) return;
    this.#running = this.#compact()
      .then(
        () => {
          this.#failedAt = 0;
        },
        () => {
          this.#failedAt = Math.max(0, this.#bytes - due / 2);
        },
      )
      .finally(() => {
        this.#running = undefined;
      });
  }

  async #compact(): Promise<void> {
    const { fs, folder, snapshots, journal } = this.#parts;
    const former = journal.file;
    const generation = former.generation + 1;
    let contents: Contents | undefined;
    let seq = 0;
    await journal.turnOver(
      () => {
        contents = this.#parts.contents();
      },
      (after) => {
        seq = after;
        return this.#nextJournal(generation, after);
      },
    );
    this.#earlierBytes += former.length;
    if (!contents) return;
    await snapshots.write({ generation, seq, contents }, this.#stop.signal);
    this.#earlierBytes = 0;
    for (; this.#oldest < generation; this.#oldest += 1) {
      await fs.remove(join(folder, journalName(this.#oldest))).catch(() => {});
    }
  }

  async #nextJournal(generation: number, after: number): Promise<ChangeJournalFile> {
    const { fs, folder } = this.#parts;
    const path = join(folder, journalName(generation));
    let file: ChangeJournalFile | undefined;
    try {
      file = await ChangeJournalFile.create(fs, path, generation, after);
      await fs.syncFolder(folder);
      return file;
    } catch (error) {
      await file?.close();
      await fs.remove(path).catch(() => {});
      throw error;
    }
  }
}
