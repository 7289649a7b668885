import { createHash, randomBytes } from 'node:crypto';
import { RecentlyUsed } from '../../../src/values/recently-used.ts';
import type { ServiceCallers, Who } from '../caller.ts';

/** The maximum number of callers remembered. */
const mostCallers = 20_000;

/** Recognises callers by their tokens without storing any: only a keyed hash, valid for this run. */
export class CallerRecognition {
  readonly #callers: ServiceCallers;
  readonly #key = randomBytes(32).toString('hex');
  readonly #known = new Map<string, Who>();
  readonly #met = new RecentlyUsed<Who>({ entries: mostCallers });
  #count = 0;

  constructor(callers: ServiceCallers) {
    this.#callers = callers;
    for (const { token, who } of callers.held) {
      const hashed = this.#hashed(token);
      if (!this.#known.has(hashed)) this.#known.set(hashed, who);
    }
  }

  get forgotten(): number {
    return this.#met.forgotten;
  }

  who(authorization: string | undefined): Who {
    if (authorization === undefined || authorization.trim() === '')
      return this.#callers.who(this.#callers.nobody.key);
    const hashed = this.#hashed(authorization);
    const known = this.#known.get(hashed) ?? this.#met.get(hashed);
    if (known) return known;
    this.#count += 1;
    const who = this.#callers.unlisted(`caller ${this.#count}`);
    this.#met.set(hashed, who, 0);
    return who;
  }

  #hashed(token: string): string {
    return createHash('sha256')
      .update(this.#key + token)
      .digest('base64');
  }
}
