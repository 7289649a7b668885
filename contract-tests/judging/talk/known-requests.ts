import { isDeepStrictEqual } from 'node:util';
import { type CalledService, idIn } from '../called-service.ts';
import type { Answer } from './answer.ts';
import type { Ask } from './ask.ts';

/** Of one caller or server: some of what was asked for may be gone. */
const mostKept = 8;

/**
 * Requests that were served, and can be repeated at no cost: sent beside one that is not, they tell a limit from a
 * refusal, and a server that has forgotten from one that is up.
 */
export class KnownRequests {
  readonly #service: Pick<CalledService, 'operations' | 'created'>;
  /** Of one token, or of one server; the latest first. */
  readonly #byKey = new Map<string, readonly Ask[]>();

  constructor(service: Pick<CalledService, 'operations' | 'created'>) {
    this.#service = service;
  }

  add(key: string, ask: Ask, { outcome }: Answer): void {
    const { once, operation, about } = ask;
    const isFree = !this.#service.operations.of(operation).changes && !once;
    if (!isFree || outcome !== 'success') return;
    const others = this.of(key).filter((one) => !isDeepStrictEqual(one.about, about));
    this.#byKey.set(key, [ask, ...others].slice(0, mostKept));
  }

  /** What is being deleted will not be served any more. */
  noteSending({ operation, about }: Ask): void {
    if (this.#service.operations.of(operation).effect !== 'deletes') return;
    const id = idIn(this.#service, about);
    this.#remove((one) => idIn(this.#service, one.about) === id);
  }

  forget(asks: ReadonlySet<Ask>): void {
    this.#remove((one) => asks.has(one));
  }

  clear(): void {
    this.#byKey.clear();
  }

  of(key: string): readonly Ask[] {
    return this.#byKey.get(key) ?? [];
  }

  /** One of the same key, or else of any; those that have failed come last. */
  find(key: string, failed: ReadonlySet<Ask>): Ask | undefined {
    const own = this.of(key);
    const known = own.length > 0 ? own : [...this.#byKey.values()].flat().slice(-1);
    return known.find((one) => !failed.has(one)) ?? known[0];
  }

  #remove(isGone: (ask: Ask) => boolean): void {
    for (const [key, known] of this.#byKey)
      this.#byKey.set(
        key,
        known.filter((one) => !isGone(one)),
      );
  }
}
