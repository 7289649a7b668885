import { listed } from '../values/listed.ts';

/** Seed data that cannot be used. The message lists the first mistakes, one per line. */
export class SeedProblem extends Error {
  override readonly name = 'SeedProblem';
  /** All mistakes. */
  readonly mistakes: readonly string[];

  constructor(folder: string, mistakes: readonly string[]) {
    const count = mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`;
    const lines = listed(mistakes, (mistake) => mistake);
    super([`The seed data in ${folder} has ${count}:`, ...lines].join('\n  '));
    this.mistakes = mistakes;
  }
}
