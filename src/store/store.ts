import { Low, Memory } from 'lowdb';
import type { Change } from './change.ts';
import type { Contents } from './contents.ts';
import { Group } from './group.ts';
import { State, type StateView } from './state.ts';

/** Turns of the event loop that a group is given to grow. */
const mostTurns = 8;

/** The change could not be kept, and has been taken back. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
}

/** The store itself failed, so that what it holds can no longer be relied on. */
export class StoreBroken extends Error {
  override readonly name = 'StoreBroken';
}

/** What an adapter that writes changes one by one, and not the whole state, asks of a store. */
export interface Saving {
  /** Waited for before each write, so that all changes of one moment are written together. */
  readonly pause: () => Promise<unknown>;
  /**
   * Puts a change into the words in which it will be among `State.unsaved`. Throws for one that has
   * none, which is refused at once and concerns no other change.
   */
  readonly encode: (change: Change) => string;
  /** Why nothing can be kept at present; undefined where nothing is known to be wrong. */
  readonly problem?: () => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

/** Whether changes can be kept, as far as that is known without one. */
export type Health = 'ok' | { readonly problem: string };

/**
 * Changes take effect in `db.data` at once, so that checking and taking are one step, and are
 * answered for only when `db.write()` has made them safe. When it fails, all that is not safe is
 * taken back, the latest first: what came during the write was built on what is lost.
 */
export class Store {
  readonly #db: Low<State>;
  readonly #saving: Saving | undefined;
  #underWay: Group | undefined;
  #waiting: Group | undefined;
  #work: Promise<void> | undefined;
  #broken: StoreBroken | undefined;

  /** Nobody else changes `db.data` or calls `db.write()`. */
  constructor(db: Low<State>, saving?: Saving) {
    this.#db = db;
    this.#saving = saving;
  }

  get state(): StateView {
    return this.#db.data;
  }

  /** Resolves when the change is safe; rejects with a StorageFailure when it was undone. */
  commit(change: Change): Promise<void> {
    if (this.#broken) return Promise.reject(notWritten(this.#broken));
    const { data } = this.#db;
    let words: string | undefined;
    try {
      words = this.#saving?.encode(change);
    } catch (cause) {
      return Promise.reject(notWritten(cause));
    }
    const undo = data.apply(change);
    if (words !== undefined) data.unsaved.push(words);
    this.#waiting ??= new Group();
    const group = this.#waiting;
    group.add(change, undo);
    this.#work ??= this.#save();
    return group.saved;
  }

  /**
   * Something to wait for, until what is said about this report, or this concern of a group, can be
   * relied on. Others wait as well: ask again before you decide.
   */
  settled(about: string): Promise<void> | undefined {
    if (!this.#work) return undefined;
    const key = about.toLowerCase();
    return this.#pendingOn(key) && this.#settle(key);
  }

  /**
   * Tells whether what is not safe yet was kept, for those who have decided something on it; where
   * it was taken back, they decide again.
   */
  pending(): Promise<boolean> | undefined {
    const last = this.#waiting ?? this.#underWay;
    return last?.saved.then(
      () => true,
      () => false,
    );
  }

  /** Looked up at every call, so that it is seen without a change, and so is its end. */
  async health(): Promise<Health> {
    if (this.#broken) return { problem: this.#broken.message };
    const problem = await this.#saving?.problem?.();
    return problem === undefined ? 'ok' : { problem };
  }

  async close(): Promise<void> {
    while (this.#work) await this.#work;
    await this.#saving?.close();
  }

  async #save(): Promise<void> {
    try {
      while (this.#waiting) {
        if (this.#saving) await this.#gathered(this.#waiting, this.#saving);
        const group = this.#waiting;
        this.#waiting = undefined;
        this.#underWay = group;
        try {
          await this.#db.write();
          this.#underWay = undefined;
          if (this.#saving) this.#db.data.unsaved.splice(0, group.size);
          group.resolve();
        } catch (cause) {
          this.#takeBack(notWritten(cause));
        }
      }
    } catch (cause) {
      this.#break(cause);
    }
    this.#work = undefined;
  }

  /** While every turn brings more changes, waiting for them costs less than another write. */
  async #gathered(group: Group, { pause }: Saving): Promise<void> {
    for (let turn = 0, size = 0; turn < mostTurns && size < group.size; turn += 1) {
      size = group.size;
      await pause();
    }
  }

  #takeBack(failure: StorageFailure): void {
    const [earlier, later] = [this.#underWay, this.#waiting];
    this.#underWay = undefined;
    this.#waiting = undefined;
    later?.undo();
    earlier?.undo();
    this.#db.data.unsaved.length = 0;
    earlier?.reject(failure);
    later?.reject(failure);
  }

  /** Nobody is left waiting. What is thrown reaches whoever runs the process, who has to end it. */
  #break(cause: unknown): never {
    this.#broken = new StoreBroken('the store failed; start the server again', { cause });
    const failure = notWritten(this.#broken);
    const [earlier, later] = [this.#underWay, this.#waiting];
    this.#underWay = this.#waiting = this.#work = undefined;
    earlier?.reject(failure);
    later?.reject(failure);
    throw this.#broken;
  }

  async #settle(id: string): Promise<void> {
    // While waiting for one change, another may have been asked for.
    for (let pending = this.#pendingOn(id); pending; pending = this.#pendingOn(id)) {
      await pending.catch(() => {});
    }
  }

  #pendingOn(id: string): Promise<void> | undefined {
    if (this.#waiting?.concerns(id)) return this.#waiting.saved;
    return this.#underWay?.concerns(id) ? this.#underWay.saved : undefined;
  }
}

/** A store that keeps its state for as long as the process runs. */
export const memoryStore = (contents?: Contents): Store =>
  new Store(new Low<State>(new Memory(), new State(contents)));

const notWritten = (cause: unknown): StorageFailure =>
  new StorageFailure('the change could not be written', { cause });
