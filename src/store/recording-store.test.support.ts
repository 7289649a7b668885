import { Low } from 'lowdb';
import { expect } from 'vitest';
import type { Change } from './changes.ts';
import { type Contents, copyOf, type Data, emptyContents } from './contents.ts';
import { type JournalAdapter, Store } from './store.ts';

export const everyoneHears = () => new Promise(setImmediate);

/** An adapter whose writes succeed or fail when it is told to. */
class ToldAdapter implements JournalAdapter {
  /** How many changes are in the write under way; 0 where there is none. */
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

  append(changes: readonly string[]): Promise<void> {
    const batch = changes.map((json) => JSON.parse(json) as Change);
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

  /** Without a write under way there is nothing to keep. */
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

/** A store on such an adapter. `keep` and `lose` wait for its write, and until all have heard how it ended. */
export function toldStore(contents: Contents = emptyContents) {
  const adapter = new ToldAdapter();
  const db = new Low<Data>(adapter, copyOf(contents));
  const store = new Store(db);
  const flushed = async () => {
    for (let turn = 0; turn < 3; turn += 1) await everyoneHears();
  };
  const told = async (end: () => void) => {
    await flushed();
    end();
    await flushed();
  };
  return {
    adapter,
    db,
    store,
    settled: flushed,
    keep: () => told(() => adapter.keep()),
    lose: () => told(() => adapter.lose()),
  };
}
