import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bytesOfFile, unreadable } from '../../document/text-file.ts';
import { applied, type Change } from '../changes.ts';
import type { Data } from '../contents.ts';
import { State } from '../state.ts';
import type { JournalAdapter } from '../store.ts';
import { areHalves, dbText, readEditedDb, readOwnDb } from './db-text.ts';
import { DataDamaged, DataFolderUnusable, errorCode, FolderLost } from './errors.ts';
import type { FolderLock } from './folder-lock.ts';
import {
  checksum,
  Journal,
  type JournalContent,
  type JournalHead,
  readJournal,
} from './journal.ts';
import { type Disk, OpenFile } from './open-file.ts';
import type { UnstoredTokens } from './unstored-tokens.ts';

export interface FileAdapterOptions {
  readonly disk: Disk;
  readonly lock: FolderLock;
  /** Smaller journals are not folded into `db.json` before the end. */
  readonly foldFrom: number;
  readonly unstored: UnstoredTokens;
  /** Called with messages for the operator. */
  readonly notify: (sentence: string) => void;
}

/**
 * Stores data in a locked folder: `db.json`, and `journal.jsonl` with the changes since it was written. They are
 * folded into `db.json` at the start, at the end, and when the journal is the longer of the two. `db.json` is replaced
 * first; a journal whose end it names is ignored.
 */
export class FileAdapter implements JournalAdapter {
  /** Irregularities found while reading. */
  readonly notices: string[] = [];
  readonly #options: FileAdapterOptions;
  readonly #paths: { readonly db: string; readonly journal: string };
  #db: OpenFile | undefined;
  #dbSize = 0;
  /** Of `db.json`. */
  #head: JournalHead = { checksum: '' };
  /** How the journal ends that is on disk. */
  #end = '';
  /** Absent until a journal is created for an existing `db.json`. */
  #journal: Journal | undefined;
  #folding: Promise<void> | undefined;
  #foldFrom: number;
  #refusal: string | undefined;
  #reported: string | undefined;

  constructor(folder: string, options: FileAdapterOptions) {
    this.#options = options;
    this.#foldFrom = options.foldFrom;
    this.#paths = { db: join(folder, 'db.json'), journal: join(folder, 'journal.jsonl') };
  }

  /** Null for an unused folder. Leaves the folder with an empty journal. */
  async read(): Promise<Data | null> {
    const { db, journal } = this.#paths;
    const bytes = bytesIn(db);
    const journalBytes = bytesIn(journal);
    const later = journalBytes && readJournal(journalBytes, journal);
    if (!bytes) {
      if (later) throw new DataDamaged(db, 1, 'the file is missing');
      return null;
    }
    const sum = checksum(bytes);
    this.#end = later?.sums.at(-1) ?? '';
    const text = bytes.toString();
    const own = later?.head.checksum === sum ? readOwnDb(text) : undefined;
    const { name, data } = own ?? (await readEditedDb(text, db));
    this.#head = { ...name, checksum: sum };
    const changes = this.#changesIn(later);
    if (changes.length === 0) {
      this.#dbSize = bytes.length;
      this.#db = await OpenFile.open(this.#options.disk, db);
      await this.#openJournal();
      return data;
    }
    let state = new State(data);
    for (const change of changes) state = applied(state, change).state;
    await this.write(state.data);
    return state.data;
  }

  /** Writes all data and an empty journal. */
  async write(data: Data): Promise<void> {
    await this.#fold(this.#textOf(data));
  }

  async append(changes: readonly Change[], data: Data): Promise<void> {
    // Serialised before any await: this is the state that includes exactly these changes.
    const folded = this.#isDue ? this.#textOf(data) : undefined;
    try {
      this.#confirm();
      const journal = await this.#openJournal();
      const { unstored } = this.#options;
      await journal.append(
        changes.map((change) => unstored.leftOutOfChange(change)),
        () => this.#confirm(),
      );
      this.#end = journal.end;
      this.#refusal = undefined;
      this.#note(undefined);
    } catch (error) {
      const { message } = error as Error;
      const isLost = error instanceof FolderLost;
      if (!isLost) this.#refusal = `the last change could not be stored: ${message}`;
      this.#note(isLost ? message : this.#refusal);
      throw error;
    }
    this.#folding = folded && this.#tryToFold(folded);
    await this.#folding;
  }

  async problem(): Promise<string | undefined> {
    // It replaces the files that are checked here.
    await this.#folding;
    let problem = this.#refusal;
    try {
      this.#confirm();
    } catch (error) {
      problem = (error as Error).message;
    }
    this.#note(problem);
    return problem;
  }

  /** Folds the journal into `db.json`; if that fails, the journal has the rest. */
  async close(data: Data): Promise<void> {
    if (this.#journal?.hasChanges) await this.write(data).catch(() => {});
    for (const file of [this.#journal?.file, this.#db]) await file?.close();
    this.#journal = this.#db = undefined;
    await this.#options.lock.release();
  }

  #textOf(data: Data): ReturnType<typeof dbText> {
    return dbText(this.#options.unstored.leftOut(data));
  }

  get #isDue(): boolean {
    return (this.#journal?.length ?? 0) > Math.max(this.#foldFrom, this.#dbSize);
  }

  async #tryToFold(text: ReturnType<typeof dbText>): Promise<void> {
    const { length = 0 } = this.#journal ?? {};
    try {
      await this.#fold(text);
      this.#foldFrom = this.#options.foldFrom;
    } catch {
      // Nothing is lost. Tried again only when the journal has doubled: at every change, it would not help a full disk.
      this.#foldFrom = length * 2;
    }
  }

  async #fold(complete: ReturnType<typeof dbText>): Promise<void> {
    const includes = this.#end;
    const text = complete(includes);
    this.#confirm();
    const db = await OpenFile.replace(this.#options.disk, this.#paths.db, text, () =>
      this.#confirm(),
    );
    const former = [this.#db, this.#journal?.file];
    this.#db = db;
    this.#dbSize = text.length;
    this.#head = { includes, checksum: checksum(text) };
    this.#journal = undefined;
    for (const file of former) await file?.close();
    await this.#openJournal();
  }

  async #openJournal(): Promise<Journal> {
    if (!this.#db) throw new Error('the data folder is closed');
    if (this.#journal) return this.#journal;
    const { disk } = this.#options;
    this.#journal = await Journal.begin(disk, this.#paths.journal, this.#head);
    this.#end = this.#journal.end;
    return this.#journal;
  }

  /** The changes not yet in `db.json`. */
  #changesIn(journal: JournalContent | undefined): JournalContent['changes'] {
    const { db, journal: path } = this.#paths;
    const taken = `${db} is used as it is`;
    if (!journal) {
      this.notices.push(`${path} is missing: ${taken}, later changes are lost`);
      return [];
    }
    const { head, changes, sums, torn } = journal;
    if (head.checksum === this.#head.checksum) {
      if (torn) this.notices.push(tornNotice(torn, path));
      return changes;
    }
    // Whatever follows was refused, and could not be cut off either: the next journal has what was stored later.
    if (sums.includes(this.#head.includes ?? '')) {
      this.notices.push(`${path} belongs to an earlier ${db}: ignored`);
      return [];
    }
    const without = `remove ${path} to use ${db} as it is, without later changes`;
    if (areHalves(head, this.#head)) {
      const what = `${path} continues another version of this file: they were copied at different times`;
      const advice = `Copy both while no server runs, or restore both from one copy; or ${without}.`;
      throw new DataDamaged(db, 1, what, advice);
    }
    if (changes.length > 0) {
      const what = `it was edited, and ${path} has ${changes.length} changes to what it was before`;
      throw new DataDamaged(db, 1, what, `Restore it, or ${without}.`);
    }
    this.notices.push(`${db} was edited since a server wrote it: ${taken}`);
    return [];
  }

  /** Throws where changes written now would be lost at the next start. */
  #confirm(): void {
    const { lock } = this.#options;
    const missed = [lock.owner, this.#db, this.#journal?.file].find(
      (one) => !(one?.isInPlace ?? true),
    );
    if (!missed) return;
    const folder = dirname(this.#paths.db);
    const owner = missed === lock.owner ? lock.ownerName() : undefined;
    if (owner) throw new FolderLost(`${folder} was taken over by ${owner}: stop one of the two`);
    const what = existsSync(folder) ? missed.path : `the data folder ${folder}`;
    throw new FolderLost(
      `${what} was removed or replaced under the running server: nothing is stored until it ` +
        'is back as it was, or the server is started again',
    );
  }

  #note(problem: string | undefined): void {
    if (problem === this.#reported) return;
    this.#reported = problem;
    this.#options.notify(problem ?? `changes are being stored in ${dirname(this.#paths.db)} again`);
  }
}

/** Undefined where there is no such file. */
function bytesIn(path: string): Buffer | undefined {
  try {
    return bytesOfFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new DataFolderUnusable(dirname(path), unreadable(path, error), error);
  }
}

function tornNotice({ line, count }: NonNullable<JournalContent['torn']>, path: string): string {
  return count === 1
    ? `line ${line} of ${path} was truncated by a crash: ignored`
    : `lines ${line} to ${line + count - 1} of ${path} were not written completely before a crash, and nobody was told that they are stored: ignored`;
}
