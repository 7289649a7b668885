import type { Response } from 'express';
import { tooMany } from './problem.ts';

/** How many may hold a connection for one purpose at the same time. */
export class Places {
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
    this.#taken += 1;
    const gone = new AbortController();
    res.once('close', () => {
      this.#taken -= 1;
      gone.abort();
    });
    return gone.signal;
  }
}
