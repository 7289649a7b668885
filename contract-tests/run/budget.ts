import { NotTestable } from '../talk/not-testable.ts';
import { TurnQueue } from './turn.ts';

/** One thread of requests, begun when its first turn comes. */
export interface Unit {
  readonly name: string;
  readonly play: () => Promise<void>;
}

/** A number of requests that belong together, by the name of what they are part of. */
export type Part = readonly [name: string, requests: number];

/** The fewest that a run can say anything by. */
export const leastBudget = 25;

/** So few files of the target are looked up that no more than a twentieth of the requests goes there; one alone says too little. */
export const filesWithin = (requests: number): number => Math.max(2, Math.floor(requests / 60));

/** How many requests a run may make, and whose turn it is. */
export class Budget {
  readonly requests: number;
  readonly #answered: () => number;
  readonly #turns = new Map<string, TurnQueue>();
  #asked = 0;
  #isSpent = false;

  constructor(requests: number, answered: () => number) {
    this.requests = requests;
    this.#answered = answered;
  }

  /** What was turned away and asked again counts as often as it was asked. */
  get left(): number {
    return this.requests - Math.max(this.#asked, this.#answered());
  }

  /** Whether something was not asked for want of requests. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Whoever is no unit, such as the preflight, waits for nobody. */
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

  /** Plays the parts in their order, and then all that they do not name. */
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
