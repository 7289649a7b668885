import type { Change } from '../change.ts';
import type { Log } from '../store.ts';
import type { AcknowledgedFile } from './acknowledged.ts';
import { encodeChange } from './change-journal-content.ts';
import type { ChangeJournalFile } from './change-journal-file.ts';

interface Waiting {
  readonly record: string;
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
}

/** A wish to go on in a new file, with what was true at the moment of the change. */
interface Turn {
  readonly capture: () => void;
  readonly next: (after: number) => Promise<ChangeJournalFile>;
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
}

/** Writes changes in groups: all that came while the last group was written form the next. */
export class ChangeJournal implements Log {
  #file: ChangeJournalFile;
  readonly #acknowledged: AcknowledgedFile;
  #waiting: Waiting[] = [];
  #turn: Turn | undefined;
  #seq: number;
  #safeSeq: number;
  #busy = false;
  #closed = false;
  #lost: () => void = () => {};
  #grown: () => void = () => {};
  #idle: () => void = () => {};

  constructor(file: ChangeJournalFile, seq: number, acknowledged: AcknowledgedFile) {
    this.#file = file;
    this.#acknowledged = acknowledged;
    this.#seq = this.#safeSeq = seq;
  }

  get file(): ChangeJournalFile {
    return this.#file;
  }

  append(change: Change): Promise<void> {
    if (this.#closed) throw new Error('the data folder is closed');
    const record = encodeChange(this.#seq + 1, change);
    this.#seq += 1;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ record, resolve, reject });
      void this.#work();
    });
  }

  onLoss(callback: () => void): void {
    this.#lost = callback;
  }

  /** Called after each group that is safe. */
  onGrowth(callback: () => void): void {
    this.#grown = callback;
  }

  /**
   * Goes on in the file that `next` makes. `capture` is called at the moment when exactly the
   * changes that end up in the files so far have been made. If it rejects, the file stays the same.
   */
  turnOver(
    capture: () => void,
    next: (after: number) => Promise<ChangeJournalFile>,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#turn = { capture, next, resolve, reject };
      void this.#work();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#busy) {
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
    }
    await this.#file.close();
    await this.#acknowledged.close();
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#waiting.length > 0 || this.#turn) {
      // Lets those who were just told that their change is safe hear it before anything can be
      // lost, and all changes of one moment become one group: fewer and larger writes.
      await new Promise(setImmediate);
      await this.#writeGroup();
    }
    this.#busy = false;
    this.#idle();
  }

  async #writeGroup(): Promise<void> {
    const group = this.#waiting;
    const turn = this.#turn;
    const seq = this.#seq;
    this.#waiting = [];
    this.#turn = undefined;
    turn?.capture();
    try {
      if (group.length > 0) await this.#file.append(group.map(({ record }) => record).join(''));
    } catch (cause) {
      turn?.reject(cause);
      await this.#giveUp(group, cause);
      return;
    }
    this.#safeSeq = seq;
    if (group.length > 0) {
      const { generation, length } = this.#file;
      await this.#acknowledged.note({ journal: generation, length });
    }
    for (const one of group) one.resolve();
    if (turn) await this.#change(turn);
    if (group.length > 0) this.#grown();
  }

  /** Refused only after the attempt to cut it off, so that what was refused does not come back. */
  async #giveUp(group: readonly Waiting[], cause: unknown): Promise<void> {
    const lost = [...group, ...this.#waiting];
    this.#waiting = [];
    this.#seq = this.#safeSeq;
    this.#lost();
    await this.#file.repair().catch(() => {});
    for (const one of lost) one.reject(cause);
  }

  async #change(turn: Turn): Promise<void> {
    try {
      const next = await turn.next(this.#safeSeq);
      const former = this.#file;
      this.#file = next;
      await former.close();
      turn.resolve();
    } catch (cause) {
      turn.reject(cause);
    }
  }
}
