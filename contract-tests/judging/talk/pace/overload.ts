import type { Exchange } from '../exchange.ts';

/** The text of a throttling response, without ids, hashes and numbers. */
const signatureOf = ({ response: { status, headers, body } }: Exchange): string =>
  [status, 'retry-after' in headers, body.replaceAll(/[0-9a-f]{8,}|\d+/gi, '…')].join(' ');

const kindOf = (exchange: Exchange): string =>
  `${exchange.operation} ${exchange.caller} ${signatureOf(exchange)}`;

/** limit: waiting helps. refusal: this server refuses with 429 or 503 (4, 7 show no status). */
export type Meaning = 'limit' | 'refusal' | 'unknown';

/** What 429 and 503 were found to mean here. */
export class Overload {
  readonly #limits = new Set<string>();
  readonly #refusals = new Set<string>();
  readonly #refused = new Set<string>();

  meaningOf(exchange: Exchange): Meaning {
    const signature = signatureOf(exchange);
    // Both may have the same text: then each has to be tried again.
    if (this.#limits.has(signature)) return this.#refused.has(signature) ? 'unknown' : 'limit';
    return this.#refusals.has(kindOf(exchange)) ? 'refusal' : 'unknown';
  }

  isLimit(exchange: Exchange): void {
    this.#limits.add(signatureOf(exchange));
  }

  isRefusal(exchange: Exchange): void {
    this.#refusals.add(kindOf(exchange));
    this.#refused.add(signatureOf(exchange));
  }

  areAlike(one: Exchange, other: Exchange): boolean {
    return signatureOf(one) === signatureOf(other);
  }

  get limits(): number {
    return this.#limits.size;
  }

  get refusals(): number {
    return this.#refusals.size;
  }
}
