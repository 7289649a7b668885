import { type Adapter, Low } from 'lowdb';
import { expect } from 'vitest';
import type { Change } from './change.ts';
import type { Contents } from './contents.ts';
import { State } from './state.ts';
import { Store } from './store.ts';

export const everyoneHears = () => new Promise(setImmediate);

/** An adapter whose writes succeed or fail when it is told to. */
class ToldAdapter implements Adapter<State> {
  /** How many changes are in the write under way; 0 where there is none. */
  writing = 0;
  readonly written: Change[] = [];
  closed = false;
  #succeed = () => {};
  #fail = (_: Error) => {};

  async read(): Promise<null> {
    return null;
  }

  write({ unsaved }: State): Promise<void> {
    const group = unsaved.map((words) => JSON.parse(words) as Change);
    expect(this.writing, 'one write at a time').toBe(0);
    this.writing = group.length;
    return new Promise((resolve, reject) => {
      this.#succeed = () => {
        this.written.push(...group);
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
export function toldStore(contents?: Contents) {
  const adapter = new ToldAdapter();
  const db = new Low<State>(adapter, new State(contents));
  const store = new Store(db, {
    // Changes of one moment are in one write.
    pause: () => Promise.resolve(),
    encode: (change) => JSON.stringify(change),
    close: async () => {
      adapter.closed = true;
    },
  });
  const told = async (end: () => void) => {
    await everyoneHears();
    end();
    await everyoneHears();
  };
  return {
    adapter,
    db,
    store,
    keep: () => told(() => adapter.keep()),
    lose: () => told(() => adapter.lose()),
  };
}
