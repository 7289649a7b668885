import { setImmediate } from 'node:timers/promises';
import { type Adapter, Low, Memory } from 'lowdb';
import { applied, type Change, type Undo } from './changes.ts';
import { type Contents, copyOf, type Data, emptyContents } from './contents.ts';
import { State, type StateView } from './state.ts';

/** How many turns of the event loop a batch waits to grow. */
const mostTurns = 8;

/** The change could not be stored and has been undone. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
}

/** The store itself failed: its contents can no longer be trusted. */
export class StoreBroken extends Error {
  override readonly name = 'StoreBroken';
}

/** An adapter of lowdb that can append single changes; lowdb's own write everything each time. */
export interface JournalAdapter extends Adapter<Data> {
  /** Makes changes durable, or rejects. `data` includes them. */
  append(changes: readonly Change[], data: Data): Promise<void>;
  /** Why nothing can be stored, or why the last change was not; undefined where all is well. */
  problem(): Promise<string | undefined>;
  close(data: Data): Promise<void>;
}

function isJournal(adapter: Adapter<Data>): adapter is JournalAdapter {
  return 'append' in adapter;
}

/** Whether changes can be stored, as far as known without trying. */
export type Health = 'ok' | { readonly problem: string };

/** Which changes a step can see, by what it looks at. Its result is told once these are durable. */
const seenBy = {
  everything: () => true,
  /** Lookups take from the caller's count: nothing else rests on that. */
  feeds: (type: Change['type']) => type !== 'allowance-set',
  callers: (type: Change['type']) => /^caller-|^replaced$/.test(type),
};

type Sight = keyof typeof seenBy;

/** Changes that become durable together or not at all; hence they share one promise. */
class Batch {
  readonly changes: Change[] = [];
  readonly undo: Undo[] = [];
  /** The data before them. */
  readonly before: Data;
  resolve!: () => void;
  reject!: (cause: Error) => void;
  readonly durable = new Promise<void>((resolve, reject) =>
    Object.assign(this, { resolve, reject }),
  );

  constructor(before: Data) {
    this.before = before;
    // Whoever waits for it is told; that nobody does is no error.
    this.durable.catch(() => {});
  }

  isSeenBy(sight: Sight): boolean {
    return this.changes.some(({ type }) => seenBy[sight](type));
  }
}

/**
 * Changes take effect in `db.data` at once, so that check and update are one step; they are
 * acknowledged only when durable. If a write fails, everything that is not durable is undone, the
 * latest change first: changes made during the write depend on the lost ones.
 */
export class Store {
  readonly #db: Low<Data>;
  readonly #journal: JournalAdapter | undefined;
  #state: State;
  #changes = 0;
  #writing: Batch | undefined;
  #waiting: Batch | undefined;
  #work: Promise<void> | undefined;
  #broken: StoreBroken | undefined;

  /** Only the store changes `db.data`. */
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
    this.#waiting ??= new Batch(this.#db.data);
    const batch = this.#waiting;
    const { state, undo } = applied(this.#state, change);
    this.#goOnWith(state);
    this.#changes += 1;
    batch.changes.push(change);
    batch.undo.push(undo);
    this.#work ??= this.#save();
    return batch.durable;
  }

  /**
   * Reads and changes the store in one step, and gives the result once everything the step may have seen, and
   * everything it changed, is durable: at once where nothing is pending. If what it saw is undone, the step is taken
   * again; if what it changed is, this rejects with a StorageFailure. An exception waits like any other result: it
   * tells something about the store, too.
   *
   * The step must not wait for anything: what is read after that would go unnoticed.
   */
  durably<T>(step: (store: Store) => T, sight: Sight = 'everything'): T | Promise<T> {
    const before = this.#changes;
    const result = attempt(() => step(this));
    const hasChanged = this.#changes > before;
    const pending = [this.#waiting, this.#writing].find((batch) =>
      batch?.isSeenBy(hasChanged ? 'everything' : sight),
    );
    if (!pending) return result();
    return pending.durable.then(result, (failure: StorageFailure) => {
      if (hasChanged) throw failure;
      return this.durably(step, sight);
    });
  }

  /** Computed on each call, so that a problem and its end show without a change. */
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
        if (this.#journal) await untilSettled(this.#waiting);
        const batch = this.#waiting;
        this.#waiting = undefined;
        this.#writing = batch;
        try {
          await (this.#journal?.append(batch.changes, this.#db.data) ?? this.#db.write());
          this.#writing = undefined;
          batch.resolve();
        } catch (cause) {
          this.#takeBack(cause);
        }
      }
    } catch (cause) {
      // Rejects all waiting callers, then rethrows: the process has to end.
      this.#broken = new StoreBroken('the store failed; restart the server', { cause });
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

/** While every turn brings more changes, waiting costs less than another write. */
async function untilSettled({ changes }: Batch): Promise<void> {
  for (let turn = 0, size = 0; turn < mostTurns && size < changes.length; turn += 1) {
    size = changes.length;
    await setImmediate();
  }
}

/** Gives the value, or throws what was thrown, whenever it is asked. */
function attempt<T>(act: () => T): () => T {
  try {
    const value = act();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** An in-memory store. */
export function memoryStore(contents: Contents = emptyContents): Store {
  return new Store(new Low<Data>(new Memory(), copyOf(contents)));
}

function notWritten(cause: unknown): StorageFailure {
  return new StorageFailure('the change could not be written', { cause });
}
