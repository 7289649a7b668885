import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { Pause } from '../http/reply/delivery.ts';

/** Milliseconds before a wrong guess is answered. */
const penalty = 1000;

/** The most pending guesses, each with a connection of its own: per address, and in total. */
export const mostWaiting = { fromOne: 5, fromAll: 100 };

/** Checks the admin token and slows down guessing. */
export class TokenGuessLimiter {
  readonly #expected: Buffer;
  readonly #pause: Pause;
  /** Pending wrong guesses, by remote address. */
  readonly #waiting = new Map<string, number>();
  #all = 0;

  constructor(adminToken: string, pause: Pause) {
    this.#expected = digest(adminToken);
    this.#pause = pause;
  }

  /**
   * At the limit nothing is compared, otherwise guesses could run in parallel. The right token is refused
   * too then, except from other addresses.
   */
  async judge(req: Request): Promise<'right' | 'wrong' | 'too-many'> {
    const address = req.socket.remoteAddress ?? '';
    const waiting = this.#waiting.get(address) ?? 0;
    if (waiting >= mostWaiting.fromOne || this.#all >= mostWaiting.fromAll) return 'too-many';
    const token = bearerTokenIn(req.headers.authorization ?? '');
    if (timingSafeEqual(digest(token), this.#expected)) return 'right';
    this.#add(address, 1);
    // Also after a disconnect: a missing immediate response reveals a wrong guess.
    await this.#pause(penalty);
    this.#add(address, -1);
    return 'wrong';
  }

  #add(address: string, count: number): void {
    this.#all += count;
    const waiting = (this.#waiting.get(address) ?? 0) + count;
    if (waiting > 0) this.#waiting.set(address, waiting);
    else this.#waiting.delete(address);
  }
}

/** Equal lengths, as timingSafeEqual requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** RFC 9110, 11.1: schemes are case-insensitive. */
function bearerTokenIn(authorization: string): string {
  const scheme = 'bearer ';
  const isBearer = authorization.slice(0, scheme.length).toLowerCase() === scheme;
  return isBearer ? authorization.slice(scheme.length).trimStart() : '';
}
