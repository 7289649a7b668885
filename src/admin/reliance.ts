import type { Store } from '../store/store.ts';
import { ControlProblem } from './problem.ts';

/** A refusal stands once the changes it rests on are safe; where they were taken back, it is tried again. */
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

/** What was seen, once it is safe; where it was taken back, what is seen then. */
export async function readDurable<T>(store: Store, look: () => T): Promise<T> {
  for (;;) {
    const view = look();
    const durable = store.whenDurable();
    if (!durable || (await durable)) return view;
  }
}
