import { encodeOpening } from './change-journal-content.ts';
import { FolderLost } from './data-folder-errors.ts';
import type { OpenFile } from './file-system.ts';
import { InPlace } from './in-place.ts';
import type { FolderHold } from './lock/folder-hold.ts';

/** One journal on disk, which grows by whole groups of records or not at all. */
export class ChangeJournalFile {
  readonly path: string;
  readonly generation: number;
  readonly #hold: FolderHold;
  #file: OpenFile | undefined;
  #place: InPlace | undefined;
  #length: number;
  #sound: boolean;

  private constructor(hold: FolderHold, path: string, generation: number, length: number) {
    this.path = path;
    this.generation = generation;
    this.#hold = hold;
    this.#length = length;
    this.#sound = false;
  }

  static async create(
    hold: FolderHold,
    path: string,
    generation: number,
    after: number,
  ): Promise<ChangeJournalFile> {
    const file = new ChangeJournalFile(hold, path, generation, 0);
    try {
      await file.#use(await hold.fs.open(path, 'w'));
      await file.#write(encodeOpening(generation, after));
    } catch (error) {
      await file.#forgetFile();
      throw error;
    }
    return file;
  }

  /** Continues a journal of which so many bytes are good; anything behind them is cut off. */
  static async resume(
    hold: FolderHold,
    path: string,
    generation: number,
    length: number,
  ): Promise<ChangeJournalFile> {
    const file = new ChangeJournalFile(hold, path, generation, length);
    try {
      await file.repair();
    } catch (error) {
      await file.#forgetFile();
      throw error;
    }
    return file;
  }

  /** Bytes that are safe. */
  get length(): number {
    return this.#length;
  }

  get place(): InPlace | undefined {
    return this.#place;
  }

  /** `confirm` is asked when the records are on disk, and may object to their being there. */
  async append(records: string, confirm?: () => Promise<void>): Promise<void> {
    await this.repair();
    await this.#write(records, confirm);
  }

  /**
   * Makes the file end where it was last safe. It is opened anew, because after a failed sync the
   * system may take for written what is not; and it has to be the same file, since in another one
   * the changes before would be missing.
   */
  async repair(): Promise<void> {
    if (this.#sound) return;
    await this.#hold.confirm(() => this.#place);
    const file = await this.#hold.fs.open(this.path, 'r+');
    await this.#use(file);
    await file.truncate(this.#length);
    await file.sync();
    this.#sound = true;
  }

  async close(): Promise<void> {
    await this.repair().catch(() => {});
    await this.#forgetFile();
  }

  async #write(records: string, confirm?: () => Promise<void>): Promise<void> {
    const file = this.#file;
    const bytes = Buffer.from(records);
    this.#sound = false;
    await file?.write(bytes, this.#length);
    await file?.sync();
    try {
      await confirm?.();
    } catch (error) {
      // Wherever the file is now, it may come back; another server's is left alone.
      if (!(error instanceof FolderLost && error.taken)) {
        await file?.truncate(this.#length).catch(() => {});
      }
      throw error;
    }
    this.#length += bytes.length;
    this.#sound = true;
  }

  /** The one before is closed only now, so that its identity could not be given to another file. */
  async #use(file: OpenFile): Promise<void> {
    const former = this.#file;
    this.#file = file;
    await former?.close().catch(() => {});
    this.#place ??= InPlace.of(this.#hold.fs, this.path, file.identity);
  }

  async #forgetFile(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.#sound = false;
    await file?.close().catch(() => {});
  }
}
