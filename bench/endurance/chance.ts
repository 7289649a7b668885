import { dice } from '../../src/spec/dice.ts';

/** Chance that can be repeated: the same seed gives the same draws. */
export class Chance {
  readonly #dice: () => number;

  constructor(seed: number) {
    this.#dice = dice(seed);
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    return this.#dice();
  }

  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  of<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)));
  }

  /** Another source that follows from this one, for somebody who works at the same time. */
  fork(): Chance {
    return new Chance(this.below(0xffffffff));
  }
}
