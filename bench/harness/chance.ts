import { dice } from '../../src/values/dice.ts';

/** Reproducible randomness: the same seed gives the same values. */
export class Chance {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = dice(seed);
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
    return items[this.below(items.length)] as T;
  }

  hex(bytes: number): string {
    return Buffer.from(Array.from({ length: bytes }, () => this.below(256))).toString('hex');
  }
}
