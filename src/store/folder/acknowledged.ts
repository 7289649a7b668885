import { join } from 'node:path';
import { errorCode, type FileSystem, isMissing, type OpenFile } from './file-system.ts';
import { decodeRecord, encodeRecord, endOfText } from './record.ts';

export const acknowledgedName = 'acknowledged';

/** Up to where which journal has been acknowledged. */
export interface Acknowledged {
  readonly journal: number;
  readonly length: number;
}

/**
 * Tells a journal that was cut from one whose last record a crash kept from being written. It is
 * written after each group, for which nobody waits, and never synced: a kill or a loss of power may
 * leave an older note or none, which asks for less than there is.
 */
export class AcknowledgedFile {
  readonly #fs: FileSystem;
  readonly #path: string;
  #file: OpenFile | undefined;

  constructor(fs: FileSystem, folder: string) {
    this.#fs = fs;
    this.#path = join(folder, acknowledgedName);
  }

  /** Undefined where there is none that can be read. */
  async read(): Promise<Acknowledged | undefined> {
    try {
      const bytes = await this.#fs.read(this.#path);
      const decoded = decodeRecord(bytes, 0, endOfText(bytes));
      return decoded.kind === 'record' ? (decoded.value as Acknowledged) : undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Never fails: what it says is safe without it. */
  async note(acknowledged: Acknowledged): Promise<void> {
    try {
      this.#file ??= await this.#open();
      // What a longer note left behind it does not matter: only the first record is read.
      await this.#file.write(Buffer.from(encodeRecord(JSON.stringify(acknowledged))), 0);
    } catch {
      await this.close();
    }
  }

  async #open(): Promise<OpenFile> {
    try {
      return await this.#fs.open(this.#path, 'w');
    } catch (error) {
      // A link to elsewhere, put there by somebody else.
      if (errorCode(error) !== 'ELOOP') throw error;
      await this.#fs.remove(this.#path);
      return this.#fs.open(this.#path, 'wx');
    }
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close().catch(() => {});
  }
}
