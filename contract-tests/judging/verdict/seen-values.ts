import type { Exchange } from '../talk/exchange.ts';
import type { Sign } from './sign.ts';

interface Seen {
  readonly value: unknown;
  /** The exchange that showed it first. */
  readonly exchange: Exchange;
  /** What has it. */
  readonly holders: Set<string>;
}

/** The values of something that has one only, such as a name, by what has them. */
export class SeenValues {
  readonly #seen = new Map<string, Seen>();

  add(value: unknown, holder: string, exchange: Exchange): void {
    const key = JSON.stringify(value) ?? '';
    const known = this.#seen.get(key) ?? { value, exchange, holders: new Set<string>() };
    known.holders.add(holder);
    this.#seen.set(key, known);
  }

  /** The value seen most. */
  get usual(): unknown {
    const [most] = [...this.#seen.values()].sort((a, b) => b.holders.size - a.holders.size);
    return most?.value;
  }

  /** The value seen first, if another one is seen more often: then it is the odd one. */
  get oddFirst(): { readonly odd: Seen; readonly usual: Seen } | undefined {
    const [first, ...others] = this.#seen.values();
    const [usual] = others.sort((a, b) => b.holders.size - a.holders.size);
    if (!first || !usual || first.holders.size >= usual.holders.size) return undefined;
    return { odd: first, usual };
  }
}

/** That a value is not the one that was seen first. */
export interface Contradiction {
  readonly value: unknown;
  readonly of: SeenValues;
  /** What is wrong with the odd value, beside the usual one. */
  readonly tell: (odd: unknown, usual: unknown) => Told;
}

interface Told {
  readonly expected: string;
  readonly actual: string;
  readonly sign?: Sign;
}
