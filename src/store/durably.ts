import type { Store } from './store.ts';
import { WatchedStore } from './watched-store.ts';

/**
 * Reads and changes a store in one step, and gives the result once all that the step has read or changed is
 * durable: at once where nothing of it is pending. If what was read is undone, the step is taken again; if what
 * was changed is, this rejects with a StorageFailure. An exception waits like any other result: it tells
 * something about the store, too.
 *
 * The step must not wait for anything: what is read after that would go unnoticed.
 */
export function durably<T>(store: Store, step: (store: WatchedStore) => T): T | Promise<T> {
  const watched = new WatchedStore(store);
  const result = attempt(() => step(watched));
  const durable = watched.whenDurable();
  if (!durable) return result();
  return durable.then((isKept) => (isKept ? result() : durably(store, step)));
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
