import { type Allowance, spentSentence } from '../talk/allowance.ts';
import { NotTestable } from '../talk/not-testable.ts';

/** A sequence of requests, which can be begun again. */
export interface Unit {
  readonly name: string;
  readonly play: () => Promise<void>;
}

/** The smallest useful budget. */
export const leastBudget = 25;

/**
 * Limits the files to look up, so that they take no more than a twentieth of the requests; one file alone
 * shows too little.
 */
export function filesWithin(requests: number): number {
  return Math.max(2, Math.floor(requests / 60));
}

/** The request limit of a run, and the order in which scenarios use it. */
export class Budget {
  readonly requests: number;
  readonly #allowance: Pick<Allowance, 'sent' | 'left' | 'isSpent'>;
  /** How many requests units may still make, where that is limited. */
  readonly #allowed = new Map<string, number>();
  #asked: number;
  #isSpent = false;

  constructor(requests: number, allowance: Pick<Allowance, 'sent' | 'left' | 'isSpent'>) {
    this.requests = requests;
    this.#allowance = allowance;
    this.#asked = allowance.sent;
  }

  /** Those that are waiting to be sent count as well. */
  get left(): number {
    const { left, sent } = this.#allowance;
    return left - Math.max(0, this.#asked - sent);
  }

  /** Whether a request was not sent because the budget was spent. */
  get isSpent(): boolean {
    return this.#isSpent || this.#allowance.isSpent;
  }

  /** Anything that is not a unit, such as the preflight, is only limited by the whole. */
  async ask<T>(name: string, send: () => Promise<T>): Promise<T> {
    const allowed = this.#allowed.get(name) ?? Number.POSITIVE_INFINITY;
    if (this.left <= 0) this.#isSpent = true;
    if (this.left <= 0 || allowed <= 0) {
      this.#allowed.set(name, -1);
      throw new NotTestable(spentSentence(this.requests));
    }
    this.#allowed.set(name, allowed - 1);
    this.#asked += 1;
    return send();
  }

  /** Begins units in this order, each with so many requests; then plays those that wanted more, and all others. */
  async play(
    units: readonly Unit[],
    order: readonly (readonly [name: string, requests: number])[],
  ): Promise<void> {
    const isOver = async ({ name, play }: Unit, requests: number): Promise<boolean> => {
      this.#allowed.set(name, requests);
      await play();
      return this.#allowed.get(name) !== -1;
    };
    const over = new Set<Unit>();
    for (const [name, requests] of order) {
      const unit = units.find((one) => one.name === name);
      if (unit && this.left > 0 && (await isOver(unit, requests))) over.add(unit);
    }
    for (const unit of units) if (!over.has(unit)) await isOver(unit, Number.POSITIVE_INFINITY);
  }
}
