import { isDeepStrictEqual } from 'node:util';
import { type CalledService, idIn } from '../../called-service.ts';
import type { Answer } from '../answer.ts';
import type { Ask } from '../ask.ts';

/** Of one caller: some of what they asked for may be gone. */
const mostOfOneCaller = 8;

/** Requests that were served and can be repeated at no cost, to find out who is served now. */
export class ControlRequests {
  readonly #service: Pick<CalledService, 'operations' | 'created'>;
  /** By token, the latest first. */
  readonly #byToken = new Map<string, readonly Ask[]>();

  constructor(service: Pick<CalledService, 'operations' | 'created'>) {
    this.#service = service;
  }

  add(ask: Ask, { outcome }: Answer): void {
    const isFree = !this.#service.operations.of(ask.operation).changes && !ask.once;
    if (!isFree || outcome !== 'success') return;
    const token = ask.caller.authorization ?? '';
    const known = this.#byToken.get(token) ?? [];
    const others = known.filter(({ about }) => !isDeepStrictEqual(about, ask.about));
    this.#byToken.set(token, [ask, ...others].slice(0, mostOfOneCaller));
  }

  /** What is being deleted will not be served any more. */
  forgetDeleted({ operation, about }: Ask): void {
    if (this.#service.operations.of(operation).effect !== 'deletes') return;
    const id = idIn(this.#service, about);
    this.#remove((one) => idIn(this.#service, one.about) === id);
  }

  forget(asks: ReadonlySet<Ask>): void {
    this.#remove((one) => asks.has(one));
  }

  /** One of the same caller, or else of anybody; those that have failed come last. */
  find(token: string, failed: ReadonlySet<Ask>): Ask | undefined {
    const own = this.#byToken.get(token) ?? [];
    const known = own.length > 0 ? own : [...this.#byToken.values()].flat().slice(-1);
    return known.find((one) => !failed.has(one)) ?? known[0];
  }

  #remove(isGone: (ask: Ask) => boolean): void {
    for (const [token, known] of this.#byToken)
      this.#byToken.set(
        token,
        known.filter((one) => !isGone(one)),
      );
  }
}
