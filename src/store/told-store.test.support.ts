import { type Adapter, Low } from 'lowdb';
import type { Contents } from './contents.ts';
import { State } from './state.ts';
import { Store } from './store.ts';

/** A store whose writes succeed or fail when it is told to. */
export function toldStore(contents: Contents) {
  let end: ((error?: Error) => void) | undefined;
  const adapter: Adapter<State> = {
    read: async () => null,
    write: () =>
      new Promise((resolve, reject) => {
        end = (error) => (error ? reject(error) : resolve());
      }),
  };
  const everyoneHears = () => new Promise(setImmediate);
  const over = async (error?: Error) => {
    await everyoneHears();
    const ending = end;
    end = undefined;
    ending?.(error);
    await everyoneHears();
  };
  return {
    store: new Store(new Low<State>(adapter, new State(contents)), {
      // Changes of one moment are in one write.
      pause: () => Promise.resolve(),
      encode: (change) => JSON.stringify(change),
      close: async () => {},
    }),
    keep: () => over(),
    lose: () => over(new Error('no')),
  };
}
