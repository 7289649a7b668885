import type { Exchange } from './exchange.ts';

/** A clause cannot be tested; the reason names the key of the target file that would unlock it. */
export class NotTestable extends Error {
  override readonly name = 'NotTestable';
  constructor(keyOrReason: string) {
    super(/^[\w.[\]]+$/.test(keyOrReason) ? `the target file has no ${keyOrReason}` : keyOrReason);
  }
}

interface Contradiction {
  /** The clause, where it is another than the one that was being checked. */
  readonly clause?: string | undefined;
  readonly expected: string;
  readonly actual: string;
  readonly exchange?: Exchange | undefined;
}

/** The target did what the clause rules out. */
export class Broken extends Error implements Contradiction {
  override readonly name = 'Broken';
  readonly clause: string | undefined;
  readonly expected: string;
  readonly actual: string;
  readonly exchange: Exchange | undefined;
  constructor({ clause, expected, actual, exchange }: Contradiction) {
    super(`${expected}, but ${actual}`);
    this.clause = clause;
    this.expected = expected;
    this.actual = actual;
    this.exchange = exchange;
  }
}
