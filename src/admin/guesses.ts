import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { Pause } from '../http/reply/delivery.ts';

/** Milliseconds that a wrong guess waits for its answer. */
const penalty = 1000;

/** How many may wait, each with a connection of its own: from one address, and from all. */
export const mostWaiting = { fromOne: 5, fromAll: 100 };

/** What is sent as the admin token. Whoever guesses is slowed down. */
export class TokenGuessLimiter {
  readonly #expected: Buffer;
  readonly #pause: Pause;
  /** How many wrong ones wait, by the address they come from. */
  readonly #waiting = new Map<string, number>();
  #all = 0;

  constructor(adminToken: string, pause: Pause) {
    this.#expected = digest(adminToken);
    this.#pause = pause;
  }

  /**
   * Nothing is compared while so many wait, or they could be tried side by side. The right token has
   * to wait as well then, but for those that come from elsewhere.
   */
  async judge(req: Request): Promise<'right' | 'wrong' | 'too-many'> {
    const address = req.socket.remoteAddress ?? '';
    const waiting = this.#waiting.get(address) ?? 0;
    if (waiting >= mostWaiting.fromOne || this.#all >= mostWaiting.fromAll) return 'too-many';
    // RFC 9110, 11.1: the name of a scheme has no case.
    const [, token = ''] = /^Bearer +(.+)$/i.exec(req.headers.authorization ?? '') ?? [];
    if (timingSafeEqual(digest(token), this.#expected)) return 'right';
    this.#add(address, 1);
    // Also for who hangs up, since to get no answer at once is an answer.
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

/** Equal lengths, as the comparison wants them. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
