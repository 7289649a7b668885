import { hash, randomBytes } from 'node:crypto';
import { isResearcher, ownsFeed } from '../target/statements.ts';
import type { Target } from '../target/target.ts';
import { roles } from '../target/target.ts';
import { Recent } from './recent.ts';

/** Whoever called, as far as a listener can know. */
export interface Who {
  /** `nobody` without a token, `somebody` where a recording leaves tokens out. */
  readonly key: string;
  /** How many lookups the target file says are left at the beginning. */
  readonly remaining?: number;
  /** By the target file; undefined is what it does not say. */
  readonly isResearcher?: boolean | undefined;
  readonly owns?: (service: string) => boolean | undefined;
}

export const nobody: Who = { key: 'nobody' };
export const somebody: Who = { key: 'somebody' };

/** Whether two callers are known to be told apart. */
export const isKnown = ({ key }: Who): boolean => key !== 'nobody' && key !== 'somebody';

/** How many callers are recognised at a time. */
const mostCallers = 20_000;

/** Recognises callers by their tokens without keeping any: only a keyed hash of each, for this run. */
export class Callers {
  readonly #key = randomBytes(32).toString('hex');
  readonly #known = new Map<string, Who>();
  readonly #met = new Recent<Who>({ entries: mostCallers, size: Infinity });
  #count = 0;

  constructor(target: Target) {
    const { limited, ...single } = target.tokens;
    for (const role of roles) {
      const token = single[role];
      if (token === undefined || this.#known.has(this.#hash(token))) continue;
      this.#known.set(this.#hash(token), {
        key: `tokens.${role}`,
        isResearcher: isResearcher(target, token),
        owns: (service) => ownsFeed(target, token, service),
      });
    }
    for (const [nth, { token, remaining }] of limited.entries())
      this.#known.set(this.#hash(token), { key: `tokens.limited[${nth}]`, remaining });
  }

  get forgotten(): number {
    return this.#met.forgotten;
  }

  who(authorization: string | undefined): Who {
    if (authorization === undefined || authorization.trim() === '') return nobody;
    const hash = this.#hash(authorization);
    const known = this.#known.get(hash) ?? this.#met.get(hash);
    if (known) return known;
    this.#count += 1;
    const who = { key: `caller ${this.#count}` };
    this.#met.set(hash, who, 0);
    return who;
  }

  #hash(token: string): string {
    return hash('sha256', this.#key + token, 'base64');
  }
}
