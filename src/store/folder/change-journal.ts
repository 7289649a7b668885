import type { AcknowledgedFile } from './acknowledged.ts';
import { encodeChange } from './change-journal-content.ts';
import type { ChangeJournalFile } from './change-journal-file.ts';
import type { InPlace } from './in-place.ts';

/** Where changes are written before they are acknowledged: one file after another. */
export class ChangeJournal {
  #file: ChangeJournalFile;
  readonly #acknowledged: AcknowledgedFile;
  #seq: number;
  #turning: Promise<void> | undefined;
  #noting: Promise<void> | undefined;

  constructor(file: ChangeJournalFile, seq: number, acknowledged: AcknowledgedFile) {
    this.#file = file;
    this.#seq = seq;
    this.#acknowledged = acknowledged;
  }

  get generation(): number {
    return this.#file.generation;
  }

  /** Bytes of the current file that are safe. */
  get length(): number {
    return this.#file.length;
  }

  /** Where the current file was found. */
  get place(): InPlace | undefined {
    return this.#file.place;
  }

  /** Of the last change that is safe. */
  get seq(): number {
    return this.#seq;
  }

  /** All of the group or nothing of it, with one sync. One group at a time. See `confirm` there. */
  async append(group: readonly string[], confirm?: () => Promise<void>): Promise<void> {
    await this.#turning?.catch(() => {});
    await this.#noting;
    const records = group.map((change, at) => encodeChange(this.#seq + at + 1, change));
    try {
      await this.#file.append(records.join(''), confirm);
    } catch (cause) {
      // Refused only after the attempt to cut it off, so that what was refused does not come back.
      await this.#file.repair().catch(() => {});
      throw cause;
    }
    this.#seq += group.length;
    const { generation, length } = this.#file;
    this.#noting = this.#acknowledged.note({ journal: generation, length });
  }

  /**
   * Goes on in the file that `next` makes, for which groups wait from now on. If it rejects, the
   * file stays the same.
   */
  turnOver(next: (after: number) => Promise<ChangeJournalFile>): Promise<void> {
    this.#turning = this.#turn(next);
    return this.#turning;
  }

  async close(): Promise<void> {
    await this.#file.close();
    await this.#noting;
    await this.#acknowledged.close();
  }

  async #turn(next: (after: number) => Promise<ChangeJournalFile>): Promise<void> {
    const former = this.#file;
    this.#file = await next(this.#seq);
    await former.close();
  }
}
