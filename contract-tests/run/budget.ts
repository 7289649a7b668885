import { NotTestable } from '../talk/not-testable.ts';
import { TurnQueue } from './turn.ts';

/** A sequence of requests, started at its first turn. */
export interface Unit {
  readonly name: string;
  readonly play: () => Promise<void>;
}

/** A number of consecutive requests of the named unit. */
export type Part = readonly [name: string, requests: number];

/** The smallest useful budget. */
export const leastBudget = 25;

/**
 * Limits the files to look up, so that they take no more than a twentieth of the requests; one file alone
 * shows too little.
 */
export const filesWithin = (requests: number): number => Math.max(2, Math.floor(requests / 60));

/** The request limit of a run, and the order in which scenarios use it. */
export class Budget {
  readonly requests: number;
  readonly #answered: () => number;
  readonly #turns = new Map<string, TurnQueue>();
  #asked: number;
  #isSpent = false;

  constructor(requests: number, answered: () => number) {
    this.requests = requests;
    this.#answered = answered;
    this.#asked = answered();
  }

  /** Throttled attempts count as well. */
  get left(): number {
    return this.requests - Math.max(this.#asked, this.#answered());
  }

  /** Whether a request was not sent because the budget was spent. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Anything that is not a unit, such as the preflight, does not wait for a turn. */
  ask<T>(name: string, send: () => Promise<T>): Promise<T> {
    const counted = async (): Promise<T> => {
      if (this.left <= 0) {
        this.#isSpent = true;
        throw new NotTestable(`the budget of ${this.requests} requests was spent before`);
      }
      this.#asked += 1;
      return send();
    };
    return this.#turns.get(name)?.through(counted) ?? counted();
  }

  /** Runs the parts in order, then all units without one. */
  async play(units: readonly Unit[], order: readonly Part[]): Promise<void> {
    const begun = new Map<string, Promise<void>>();
    const step = async ({ name, play }: Unit, requests: number): Promise<void> => {
      const turn = this.#turns.get(name) ?? new TurnQueue();
      this.#turns.set(name, turn);
      if (!begun.has(name))
        begun.set(
          name,
          play().finally(() => turn.over()),
        );
      await turn.grant(requests);
    };
    for (const [name, requests] of order) {
      const unit = units.find((one) => one.name === name);
      if (unit && this.left > 0) await step(unit, requests);
    }
    for (const unit of units) await step(unit, Number.POSITIVE_INFINITY);
    await Promise.all(begun.values());
  }
}
