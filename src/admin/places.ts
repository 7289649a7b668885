import type { Response } from 'express';
import { goneSignal } from '../http/reply/delivery.ts';
import { tooMany } from './problem.ts';

/** Limits the connections held open for one purpose. */
export class ConnectionSlots {
  readonly #most: number;
  readonly #purpose: string;
  #taken = 0;

  constructor(most: number, purpose: string) {
    this.#most = most;
    this.#purpose = purpose;
  }

  /** Takes a slot until the connection closes; the signal then fires. */
  take(res: Response): AbortSignal {
    if (this.#taken >= this.#most) {
      throw tooMany(`${this.#most} ${this.#purpose} at the same time`, 'Hang up one first.');
    }
    const gone = goneSignal(res);
    // A connection that is already closed emits no close event.
    if (gone.aborted) return gone;
    this.#taken += 1;
    gone.addEventListener('abort', () => (this.#taken -= 1));
    return gone;
  }
}
