import { encodeOpening } from './change-journal-content.ts';
import type { FileSystem, OpenFile } from './file-system.ts';

/** One journal on disk, which grows by whole groups of records or not at all. */
export class ChangeJournalFile {
  readonly path: string;
  readonly generation: number;
  readonly #fs: FileSystem;
  #file: OpenFile | undefined;
  #length: number;
  #sound: boolean;

  private constructor(fs: FileSystem, path: string, generation: number, length: number) {
    this.path = path;
    this.generation = generation;
    this.#fs = fs;
    this.#length = length;
    this.#sound = false;
  }

  static async create(
    fs: FileSystem,
    path: string,
    generation: number,
    after: number,
  ): Promise<ChangeJournalFile> {
    const file = new ChangeJournalFile(fs, path, generation, 0);
    file.#file = await fs.open(path, 'w');
    try {
      await file.#write(encodeOpening(generation, after));
    } catch (error) {
      await file.#forgetFile();
      throw error;
    }
    return file;
  }

  /** Continues a journal of which so many bytes are good; anything behind them is cut off. */
  static async resume(
    fs: FileSystem,
    path: string,
    generation: number,
    length: number,
  ): Promise<ChangeJournalFile> {
    const file = new ChangeJournalFile(fs, path, generation, length);
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

  async append(records: string): Promise<void> {
    await this.repair();
    await this.#write(records);
  }

  /**
   * Makes the file end where it was last safe. It is opened anew, because after a failed sync the
   * system may take for written what is not.
   */
  async repair(): Promise<void> {
    if (this.#sound) return;
    await this.#forgetFile();
    const file = await this.#fs.open(this.path, 'r+');
    this.#file = file;
    await file.truncate(this.#length);
    await file.sync();
    this.#sound = true;
  }

  async close(): Promise<void> {
    await this.repair().catch(() => {});
    await this.#forgetFile();
  }

  async #write(records: string): Promise<void> {
    const bytes = Buffer.from(records);
    this.#sound = false;
    await this.#file?.write(bytes, this.#length);
    await this.#file?.sync();
    this.#length += bytes.length;
    this.#sound = true;
  }

  async #forgetFile(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.#sound = false;
    await file?.close().catch(() => {});
  }
}
