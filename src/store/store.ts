import { setImmediate } from 'node:timers/promises';
import { type Adapter, Low, Memory } from 'lowdb';
import { applied, type Change, type Dependency, kindOf, type Undo } from './changes.ts';
import { type Contents, copyOf, type Data, emptyContents } from './contents.ts';
import { State, type StateView } from './state.ts';

/** Turns of the event loop that a batch is given to grow. */
const mostTurns = 8;

/** The change could not be kept, and has been taken back. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
}

/** The store itself failed, so that what it holds can no longer be relied on. */
export class StoreBroken extends Error {
  override readonly name = 'StoreBroken';
}

/** An adapter that can also write changes one by one, where lowdb's own write everything each time. */
export interface JournalAdapter extends Adapter<Data> {
  /** Makes changes durable, in the JSON of each, or rejects. `data` is as they leave it. */
  append(changes: readonly string[], data: Data): Promise<void>;
  /** Why nothing can be kept, if that is so; or why the last change was not. */
  problem(): Promise<string | undefined>;
  close(data: Data): Promise<void>;
}

const isJournal = (adapter: Adapter<Data>): adapter is JournalAdapter => 'append' in adapter;

/** Whether changes can be kept, as far as that is known without one. */
export type Health = 'ok' | { readonly problem: string };

/** Changes that become durable together, or not at all; hence one promise will do for all of them. */
class Batch {
  readonly json: string[] = [];
  readonly undo: Undo[] = [];
  readonly concerns = new Set<Dependency | 'everything' | null>();
  /** As it was before them. */
  readonly before: Data;
  resolve!: () => void;
  reject!: (cause: Error) => void;
  readonly durable = new Promise<void>((resolve, reject) =>
    Object.assign(this, { resolve, reject }),
  );

  constructor(before: Data) {
    this.before = before;
  }
}

/**
 * Changes take effect in `db.data` at once, so that checking and taking are one step, and are
 * answered for only when they are durable. When a write fails, all that is not durable is taken
 * back, the latest first: what came during the write was built on what is lost.
 */
export class Store {
  readonly #db: Low<Data>;
  readonly #journal: JournalAdapter | undefined;
  #state: State;
  #writing: Batch | undefined;
  #waiting: Batch | undefined;
  #work: Promise<void> | undefined;
  #broken: StoreBroken | undefined;

  /** Nobody else changes `db.data`. */
  constructor(db: Low<Data>) {
    this.#db = db;
    this.#journal = isJournal(db.adapter) ? db.adapter : undefined;
    this.#state = new State(db.data);
  }

  get state(): StateView {
    return this.#state;
  }

  /** Resolves when the change is durable; rejects with a StorageFailure when it was undone. */
  commit(change: Change): Promise<void> {
    if (this.#broken) return Promise.reject(notWritten(this.#broken));
    let json = '';
    try {
      if (this.#journal) json = JSON.stringify(change);
    } catch (cause) {
      return Promise.reject(notWritten(cause));
    }
    this.#waiting ??= new Batch(this.#db.data);
    const batch = this.#waiting;
    const { state, undo } = applied(this.#state, change);
    this.#goOnWith(state);
    batch.json.push(json);
    batch.undo.push(undo);
    batch.concerns.add(kindOf(change)?.concerns(change) ?? null);
    this.#work ??= this.#save();
    return batch.durable;
  }

  /**
   * Something to wait for where what is said now, about this or about anything, rests on changes that
   * are not durable. It tells whether they were kept. Others wait as well: ask again before you decide.
   */
  whenDurable(about?: Dependency): Promise<boolean> | undefined {
    const last = [this.#waiting, this.#writing].find(
      (batch) =>
        batch &&
        (about === undefined || batch.concerns.has(about) || batch.concerns.has('everything')),
    );
    return last?.durable.then(
      () => true,
      () => false,
    );
  }

  /** Looked up at every call, so that it is seen without a change, and so is its end. */
  async health(): Promise<Health> {
    const problem = this.#broken?.message ?? (await this.#journal?.problem());
    return problem === undefined ? 'ok' : { problem };
  }

  async close(): Promise<void> {
    while (this.#work) await this.#work;
    await this.#journal?.close(this.#db.data);
  }

  #goOnWith(state: State): void {
    this.#state = state;
    this.#db.data = state.data;
  }

  async #save(): Promise<void> {
    try {
      while (this.#waiting) {
        if (this.#journal) await grown(this.#waiting);
        const batch = this.#waiting;
        this.#waiting = undefined;
        this.#writing = batch;
        try {
          await (this.#journal?.append(batch.json, this.#db.data) ?? this.#db.write());
          this.#writing = undefined;
          batch.resolve();
        } catch (cause) {
          this.#takeBack(cause);
        }
      }
    } catch (cause) {
      // Nobody is left waiting. What is thrown reaches whoever runs the process, who has to end it.
      this.#broken = new StoreBroken('the store failed; start the server again', { cause });
      this.#work = undefined;
      this.#reject(notWritten(this.#broken));
      throw this.#broken;
    }
    this.#work = undefined;
  }

  #takeBack(cause: unknown): void {
    const batches = [this.#writing, this.#waiting].filter((batch) => batch !== undefined);
    for (const undo of batches.flatMap((batch) => batch.undo).toReversed()) undo();
    this.#goOnWith(new State(batches[0]?.before ?? this.#db.data));
    this.#reject(notWritten(cause));
  }

  #reject(failure: StorageFailure): void {
    const batches = [this.#writing, this.#waiting];
    this.#writing = this.#waiting = undefined;
    for (const batch of batches) batch?.reject(failure);
  }
}

/** While every turn brings more changes, waiting for them costs less than another write. */
async function grown({ json }: Batch): Promise<void> {
  for (let turn = 0, size = 0; turn < mostTurns && size < json.length; turn += 1) {
    size = json.length;
    await setImmediate();
  }
}

/** A store that keeps its state for as long as the process runs. */
export const memoryStore = (contents: Contents = emptyContents): Store =>
  new Store(new Low<Data>(new Memory(), copyOf(contents)));

const notWritten = (cause: unknown): StorageFailure =>
  new StorageFailure('the change could not be written', { cause });
