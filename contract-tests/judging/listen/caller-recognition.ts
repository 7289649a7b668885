import { hash, randomBytes } from 'node:crypto';
import {
  anonymousCaller,
  type ModelCaller,
  unlistedCaller,
  withToken,
} from '../../service/model/known/who.ts';
import type { Target } from '../../service/target/target.ts';
import { roles } from '../../service/target/target.ts';
import { Recent } from '../talk/recent.ts';

/** The maximum number of callers remembered. */
const mostCallers = 20_000;

/** Recognises callers by their tokens without storing any: only a keyed hash, valid for this run. */
export class CallerRecognition {
  readonly #key = randomBytes(32).toString('hex');
  readonly #known = new Map<string, ModelCaller>();
  readonly #met = new Recent<ModelCaller>({ entries: mostCallers, size: Infinity });
  #count = 0;

  constructor(target: Target) {
    const { limited, ...single } = target.tokens;
    for (const role of roles) {
      const token = single[role];
      if (token === undefined || this.#known.has(this.#hash(token))) continue;
      this.#known.set(this.#hash(token), withToken(target, `tokens.${role}`, token));
    }
    for (const [nth, { token }] of limited.entries())
      this.#known.set(this.#hash(token), withToken(target, `tokens.limited[${nth}]`, token));
  }

  get forgotten(): number {
    return this.#met.forgotten;
  }

  who(authorization: string | undefined): ModelCaller {
    if (authorization === undefined || authorization.trim() === '') return anonymousCaller;
    const hash = this.#hash(authorization);
    const known = this.#known.get(hash) ?? this.#met.get(hash);
    if (known) return known;
    this.#count += 1;
    const who = unlistedCaller(`caller ${this.#count}`);
    this.#met.set(hash, who, 0);
    return who;
  }

  #hash(token: string): string {
    return hash('sha256', this.#key + token, 'base64');
  }
}
