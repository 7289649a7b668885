import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** The journals of a data folder, by which a compaction is seen from outside. */
export class Generations {
  readonly #folder: string;
  readonly #first: number;

  constructor(folder: string) {
    this.#folder = folder;
    this.#first = this.newest;
  }

  get newest(): number {
    return Math.max(0, ...this.#all());
  }

  /** Compactions begun since this was made. */
  get begun(): number {
    return this.newest - this.#first;
  }

  /** Whether one has begun and is not finished: the journals it replaces are there still. */
  get turning(): boolean {
    return this.begun > 0 && this.#all().length > 1;
  }

  /** Waits until one begins, but not longer than that. */
  async rise(withinMs: number): Promise<boolean> {
    const end = performance.now() + withinMs;
    while (performance.now() < end) {
      if (this.begun > 0) return true;
      await pause(1);
    }
    return false;
  }

  #all(): number[] {
    return readdirSync(this.#folder)
      .map((name) => /^journal-(\d+)\.log$/.exec(name)?.[1])
      .filter((found) => found !== undefined)
      .map(Number);
  }
}
