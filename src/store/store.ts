import type { Change } from './change.ts';
import type { State, StateView } from './state.ts';

/** Where changes are kept for good. */
export interface Log {
  /**
   * Resolves when the change is safe. Appends are kept in the order they were asked for. A change
   * that cannot be taken at all is refused by throwing at once, which concerns no other change.
   */
  append(change: Change): Promise<void>;
  /**
   * A log that cannot write gives up everything appended and not yet safe: it calls this once, at
   * that moment, and then rejects those appends. What is appended afterwards is a new beginning.
   * Not in the same turn in which it resolved an append: that must be heard of first.
   */
  onLoss(callback: () => void): void;
  close(): Promise<void>;
}

/** The change could not be kept, and has been taken back. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
}

export const memoryLog: Log = {
  append: () => Promise.resolve(),
  onLoss: () => {},
  close: () => Promise.resolve(),
};

interface Pending {
  readonly undo: () => void;
  readonly done: Promise<void>;
}

/**
 * Changes take effect in memory at once, so that checking and taking are one step, and are answered
 * for only when the log has them. What the log refuses is taken back, the latest first, together
 * with all that was built on it.
 */
export class Store {
  readonly state: StateView;
  readonly #state: State;
  readonly #log: Log;
  readonly #pending = new Set<Pending>();
  readonly #pendingReports = new Map<string, Promise<void>>();

  constructor(state: State, log: Log) {
    this.state = this.#state = state;
    this.#log = log;
    log.onLoss(() => this.#takeBack());
  }

  /** Resolves when the change is durable; rejects with a StorageFailure when it was undone. */
  commit(change: Change): Promise<void> {
    const undo = this.#state.apply(change);
    let appended: Promise<void>;
    try {
      appended = this.#log.append(change);
    } catch (cause) {
      undo();
      return Promise.reject(notWritten(cause));
    }
    const report = reportConcerned(change);
    const done = appended.then(
      () => {
        this.#pending.delete(pending);
        this.#forget(report, done);
      },
      (cause: unknown) => {
        this.#forget(report, done);
        throw notWritten(cause);
      },
    );
    const pending: Pending = { undo, done };
    this.#pending.add(pending);
    if (report !== undefined) this.#pendingReports.set(report, done);
    return done;
  }

  /** Something to wait for, until what is said about this report can be relied on. */
  settled(id: string): Promise<void> | undefined {
    const key = id.toLowerCase();
    return this.#pendingOn(key) && this.#settle(key);
  }

  async #settle(id: string): Promise<void> {
    // While waiting for one change, another may have been asked for.
    for (let change = this.#pendingOn(id); change; change = this.#pendingOn(id)) {
      await change.catch(() => {});
    }
  }

  #pendingOn(id: string): Promise<void> | undefined {
    return this.#pendingReports.get(id) ?? this.#pendingReports.get(all);
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#pending].map((pending) => pending.done));
    await this.#log.close();
  }

  #forget(report: string | undefined, done: Promise<void>): void {
    if (report !== undefined && this.#pendingReports.get(report) === done) {
      this.#pendingReports.delete(report);
    }
  }

  #takeBack(): void {
    for (const pending of [...this.#pending].reverse()) pending.undo();
    this.#pending.clear();
  }
}

const notWritten = (cause: unknown): StorageFailure =>
  new StorageFailure('the change could not be written', { cause });

/** Stands for every report, and is no report's id. */
const all = '*';

function reportConcerned(change: Change): string | undefined {
  switch (change.type) {
    case 'report-added':
      return change.report.id.toLowerCase();
    case 'report-removed':
      return change.id.toLowerCase();
    case 'replaced':
      return all;
    default:
      return undefined;
  }
}
