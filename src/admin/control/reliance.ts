import type { Store } from '../../store/store.ts';
import { ControlProblem } from './problem.ts';

/** A refusal is final once the changes it depends on are durable; if they were rolled back, it retries. */
export async function retryUntilDurable<T>(store: Store, act: () => T | Promise<T>): Promise<T> {
  for (;;) {
    const durable = store.whenDurable();
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof ControlProblem) || !durable || (await durable)) throw error;
    }
  }
}

/** Returns a view once it is durable; if changes were rolled back, reads again. It is of the moment of the call. */
export async function readDurable<T>(store: Store, read: () => T | Promise<T>): Promise<T> {
  for (;;) {
    const view = read();
    const durable = store.whenDurable();
    if (!durable || (await durable)) return view;
  }
}
