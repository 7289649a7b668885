import type { Response } from 'express';
import { goneSignal } from '../http/reply/delivery.ts';
import { tooMany } from './problem.ts';

/** How many may hold a connection for one purpose at the same time. */
export class ConnectionSlots {
  readonly #most: number;
  readonly #purpose: string;
  #taken = 0;

  constructor(most: number, purpose: string) {
    this.#most = most;
    this.#purpose = purpose;
  }

  /** One is taken until the connection closes; the signal says that it has. */
  take(res: Response): AbortSignal {
    if (this.#taken >= this.#most) {
      throw tooMany(`${this.#most} ${this.#purpose} at the same time`, 'Hang up one first.');
    }
    const gone = goneSignal(res);
    // Whoever has hung up meanwhile closes nothing any more.
    if (gone.aborted) return gone;
    this.#taken += 1;
    gone.addEventListener('abort', () => (this.#taken -= 1));
    return gone;
  }
}
