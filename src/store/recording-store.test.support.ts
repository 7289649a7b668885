import { Low } from 'lowdb';
import { expect } from 'vitest';
import type { Change } from './changes.ts';
import { type Contents, copyOf, type Data, emptyContents } from './contents.ts';
import { type JournalAdapter, Store } from './store.ts';

function nextTurn() {
  return new Promise(setImmediate);
}

/** An adapter whose writes the test lets succeed or fail. */
class ControlledAdapter implements JournalAdapter {
  /** The number of changes in the pending write; 0 without one. */
  writing = 0;
  readonly written: Change[] = [];
  closed = false;
  #succeed = () => {};
  #fail = (_: Error) => {};

  read = async () => null;
  write = async () => {};
  problem = async () => undefined;
  close = async () => {
    this.closed = true;
  };

  append(changes: readonly Change[]): Promise<void> {
    const batch = [...changes];
    expect(this.writing, 'one write at a time').toBe(0);
    this.writing = batch.length;
    return new Promise((resolve, reject) => {
      this.#succeed = () => {
        this.written.push(...batch);
        resolve();
      };
      this.#fail = reject;
    });
  }

  /** Does nothing without a pending write. */
  keep(): void {
    if (this.writing === 0) return;
    this.writing = 0;
    this.#succeed();
  }

  lose(): void {
    this.writing = 0;
    this.#fail(new Error('no'));
  }
}

/** A store on such an adapter. `keep` and `lose` wait until all callers have seen the result of its write. */
export function controlledStore(contents: Contents = emptyContents) {
  const adapter = new ControlledAdapter();
  const db = new Low<Data>(adapter, copyOf(contents));
  const store = new Store(db);
  const flushed = async () => {
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  };
  const settle = async (end: () => void) => {
    await flushed();
    end();
    await flushed();
  };
  return {
    adapter,
    db,
    store,
    settled: flushed,
    keep: () => settle(() => adapter.keep()),
    lose: () => settle(() => adapter.lose()),
  };
}
