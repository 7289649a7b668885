import { join } from 'node:path';
import type { Adapter } from 'lowdb';
import type { State } from '../state.ts';
import { AcknowledgedFile } from './acknowledged.ts';
import { ChangeJournal } from './change-journal.ts';
import { ChangeJournalFile } from './change-journal-file.ts';
import { Compaction } from './compaction.ts';
import type { FolderLost } from './data-folder-errors.ts';
import type { FileSystem } from './file-system.ts';
import { FolderHold } from './lock/folder-hold.ts';
import { journalName, journalsAmong, type Recovered, recover } from './recovery.ts';
import { StoredSnapshotFile, unfinishedName } from './stored-snapshot-file.ts';
import { keepTornBytes } from './torn-bytes.ts';

interface OpenFiles {
  readonly journal: ChangeJournal;
  readonly compaction: Compaction;
}

/**
 * Keeps a state in a folder that is locked for this process: a snapshot of all of it, and journals
 * of the changes since. One read or write at a time.
 */
export class FolderAdapter implements Adapter<State> {
  readonly #fs: FileSystem;
  readonly #path: string;
  readonly #leastBytes: number;
  readonly #hold: FolderHold;
  readonly #snapshots: StoredSnapshotFile;
  readonly #acknowledged: AcknowledgedFile;
  readonly #whereabouts = [() => this.#files?.journal.place, () => this.#snapshots.place];
  #files: OpenFiles | undefined;
  #nothingKept = false;
  #notice: string | undefined;

  /** Journals below `leastBytes` are not compacted. */
  constructor(
    fs: FileSystem,
    path: string,
    leastBytes: number,
    hold: FolderHold = new FolderHold(fs, path),
  ) {
    this.#fs = fs;
    this.#path = path;
    this.#leastBytes = leastBytes;
    this.#hold = hold;
    this.#snapshots = new StoredSnapshotFile(hold);
    this.#acknowledged = new AcknowledgedFile(fs, path);
  }

  /** Set where the last read found a record that a crash had cut short. */
  get notice(): string | undefined {
    return this.#notice;
  }

  /** Null for a folder in which nothing has ever been kept. */
  async read(): Promise<State | null> {
    await this.close();
    const acknowledged = await this.#acknowledged.read();
    const found = await recover(this.#fs, this.#path, this.#snapshots, acknowledged);
    this.#nothingKept = !found;
    if (!found) return null;
    this.#notice = await keepTornBytes(this.#fs, this.#path, found);
    const { current, length } = found;
    const journal = join(this.#path, journalName(current));
    this.#goOn(await ChangeJournalFile.resume(this.#hold, journal, current, length), found);
    await removeRemains(this.#fs, this.#path, found);
    return found.state;
  }

  /** Makes safe what is unsaved at the moment of the call, or rejects, having written none of it. */
  async write(state: State): Promise<void> {
    if (this.#nothingKept) return this.#begin(state);
    if (!this.#files) throw new Error('the data folder is closed');
    const { journal, compaction } = this.#files;
    const group = [...state.unsaved];
    if (group.length === 0) return;
    // A snapshot is taken of what the files will hold when this group is in them: now, while nothing
    // else has been changed, or afterwards, if until then nothing has been.
    let contents = compaction.isDue ? state.contents() : undefined;
    // Before, so as not to write into what is another's; afterwards, so that what is acknowledged is
    // where whoever takes over will read it.
    await this.#hold.confirm();
    await journal.append(group, async () => {
      const lost = await this.problem();
      if (lost) throw lost;
    });
    if (state.unsaved.length === group.length && compaction.isDue) contents ??= state.contents();
    if (contents) compaction.start(contents);
  }

  /** Why nothing can be kept at present, if that is so. */
  async problem(): Promise<FolderLost | undefined> {
    return this.#hold.problem(...this.#whereabouts);
  }

  async close(): Promise<void> {
    const files = this.#files;
    this.#files = undefined;
    this.#nothingKept = false;
    await files?.compaction.stop();
    await files?.journal.close();
  }

  async #begin(state: State): Promise<void> {
    const first = { seq: 0, oldest: 1, earlierBytes: 0 };
    const contents = state.contents();
    const path = join(this.#path, journalName(1));
    const file = await ChangeJournalFile.create(this.#hold, path, 1, first.seq);
    try {
      await this.#fs.syncFolder(this.#path);
      await this.#snapshots.write({ generation: 1, seq: first.seq, contents });
    } catch (error) {
      await file.close();
      throw error;
    }
    this.#nothingKept = false;
    this.#goOn(file, first);
  }

  #goOn(
    file: ChangeJournalFile,
    { seq, oldest, earlierBytes }: Pick<Recovered, 'seq' | 'oldest' | 'earlierBytes'>,
  ): void {
    const journal = new ChangeJournal(file, seq, this.#acknowledged);
    const compaction = new Compaction({
      hold: this.#hold,
      snapshots: this.#snapshots,
      leastBytes: this.#leastBytes,
      journal,
      oldest,
      earlierBytes,
    });
    this.#files = { journal, compaction };
  }
}

/** Files that a crash or a failure left behind and that nothing refers to any more. */
async function removeRemains(fs: FileSystem, path: string, { oldest, current }: Recovered) {
  const names = await fs.list(path).catch((): string[] => []);
  const journals = journalsAmong(names).filter((number) => number < oldest || number > current);
  for (const name of [...journals.map(journalName), unfinishedName]) {
    if (names.includes(name)) await fs.remove(join(path, name)).catch(() => {});
  }
}
