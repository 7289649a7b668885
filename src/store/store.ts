import { setImmediate } from 'node:timers/promises';
import { type Adapter, Low, Memory } from 'lowdb';
import { applied, type Change, type Dependency, kindOf, type Undo } from './changes.ts';
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

/** An adapter that can append single changes; lowdb's own write everything each time. */
export interface JournalAdapter extends Adapter<Data> {
  /** What is written of a change. */
  jsonOf(change: Change): string;
  /** Makes changes, each as JSON, durable, or rejects. `data` includes them. */
  append(changes: readonly string[], data: Data): Promise<void>;
  /** Why nothing can be stored, or why the last change was not; undefined where all is well. */
  problem(): Promise<string | undefined>;
  close(data: Data): Promise<void>;
}

function isJournal(adapter: Adapter<Data>): adapter is JournalAdapter {
  return 'append' in adapter;
}

/** Whether changes can be stored, as far as known without trying. */
export type Health = 'ok' | { readonly problem: string };

/** Changes that become durable together or not at all; hence they share one promise. */
class Batch {
  readonly json: string[] = [];
  readonly undo: Undo[] = [];
  readonly concerns = new Set<Dependency>();
  /** The state before them. */
  readonly before: Data;
  resolve!: () => void;
  reject!: (cause: Error) => void;
  readonly durable = new Promise<void>((resolve, reject) =>
    Object.assign(this, { resolve, reject }),
  );

  constructor(before: Data) {
    this.before = before;
  }

  isAbout(dependency: Dependency): boolean {
    if (dependency === 'everything') return true;
    return this.concerns.has(dependency) || this.concerns.has('everything');
  }
}

/** What is read and changed in one step. */
export interface StoreAccess {
  readonly state: StateView;
  commit(change: Change): unknown;
}

/**
 * Changes take effect in `db.data` at once, so that check and update are one step; they are
 * acknowledged only when durable. If a write fails, everything that is not durable is undone, the
 * latest change first: changes made during the write depend on the lost ones.
 */
export class Store implements StoreAccess {
  readonly #db: Low<Data>;
  readonly #journal: JournalAdapter | undefined;
  #state: State;
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
    let json = '';
    try {
      if (this.#journal) json = this.#journal.jsonOf(change);
    } catch (cause) {
      return Promise.reject(notWritten(cause));
    }
    this.#waiting ??= new Batch(this.#db.data);
    const batch = this.#waiting;
    const { state, undo } = applied(this.#state, change);
    this.#goOnWith(state);
    batch.json.push(json);
    batch.undo.push(undo);
    batch.concerns.add(kindOf(change)?.concerns(change) ?? 'everything');
    this.#work ??= this.#save();
    return batch.durable;
  }

  /** The latest changes to the given data that are not durable yet; rejects if they are undone. */
  pending(about: Dependency): Promise<void> | undefined {
    if (this.#waiting?.isAbout(about)) return this.#waiting.durable;
    return this.#writing?.isAbout(about) ? this.#writing.durable : undefined;
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
          await (this.#journal?.append(batch.json, this.#db.data) ?? this.#db.write());
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
async function untilSettled({ json }: Batch): Promise<void> {
  for (let turn = 0, size = 0; turn < mostTurns && size < json.length; turn += 1) {
    size = json.length;
    await setImmediate();
  }
}

/** An in-memory store. */
export function memoryStore(contents: Contents = emptyContents): Store {
  return new Store(new Low<Data>(new Memory(), copyOf(contents)));
}

function notWritten(cause: unknown): StorageFailure {
  return new StorageFailure('the change could not be written', { cause });
}
