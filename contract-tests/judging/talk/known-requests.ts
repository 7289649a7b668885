import { isDeepStrictEqual } from 'node:util';
import { type CalledService, idIn } from '../called-service.ts';
import type { Answer } from './answer.ts';
import type { Ask } from './ask.ts';

/** Of one caller: some of what was asked for may be gone. */
const mostKept = 8;

/**
 * Requests that found something, and can be repeated at no cost: sent beside one that is not served, they tell a limit
 * from a refusal, and a server that has forgotten from one that is up.
 */
export class KnownRequests {
  readonly #service: CalledService;
  /** The latest first. */
  #asks: readonly Ask[] = [];
  /** Also what was deleted while a request for it was under way. */
  readonly #deleted = new Set<string>();

  constructor(service: CalledService) {
    this.#service = service;
  }

  /** Takes over what others know. */
  learnFrom(other: KnownRequests): void {
    this.#asks = other.#asks;
  }

  noteAnswer(ask: Ask, { outcome }: Answer): void {
    if (outcome !== 'success') return;
    if (this.#mayDeleteAny(ask)) this.#asks = [];
    const isFree = !this.#service.operations.of(ask.operation).changes && isPlain(ask);
    if (!isFree || this.#deleted.has(this.#idIn(ask))) return;
    const isOwn = (one: Ask): boolean => one.caller.authorization === ask.caller.authorization;
    const others = this.#asks.filter(
      (one) => !isOwn(one) || !isDeepStrictEqual(one.about, ask.about),
    );
    const oldest = others.filter(isOwn)[mostKept - 1];
    this.#asks = [ask, ...others.filter((one) => one !== oldest)];
  }

  /** What is being deleted will not be found any more. */
  noteSending(ask: Ask): void {
    if (this.#service.operations.of(ask.operation).effect !== 'deletes') return;
    const id = this.#idIn(ask);
    this.#deleted.add(id);
    if (!this.#mayDeleteAny(ask)) this.#asks = this.#asks.filter((one) => this.#idIn(one) !== id);
  }

  forget(asks: ReadonlySet<Ask>): void {
    this.#asks = this.#asks.filter((one) => !asks.has(one));
  }

  /** The latest at a server that shows whether it has forgotten: one that is counted may have none left. */
  at(origin: string): Ask | undefined {
    const { operations } = this.#service;
    return this.#asks.find(
      (one) => operations.of(one.operation).effect === 'nothing' && this.#isAt(one, origin),
    );
  }

  forgetAt(origin: string): void {
    this.#asks = this.#asks.filter((one) => !this.#isAt(one, origin));
  }

  /** One of a token, or else of any; those that have failed come last. */
  of(token: string | undefined, failed: ReadonlySet<Ask>): Ask | undefined {
    const own = this.#asks.filter((one) => one.caller.authorization === token);
    const known = own.length > 0 ? own : this.#asks;
    return known.find((one) => !failed.has(one)) ?? known[0];
  }

  #isAt({ operation }: Ask, origin: string): boolean {
    return (
      new URL(this.#service.urlOf(this.#service.operations.of(operation).area)).origin === origin
    );
  }

  #idIn({ about }: Ask): string {
    return idIn(this.#service, about);
  }

  /** A delete without an id, or in an odd form. */
  #mayDeleteAny(ask: Ask): boolean {
    const { effect } = this.#service.operations.of(ask.operation);
    return effect === 'deletes' && (ask.way !== undefined || this.#idIn(ask) === '');
  }
}

/** No cost, and nothing odd about it. */
export function isPlain({ once, way, method }: Ask): boolean {
  return !once && !way && !method;
}
