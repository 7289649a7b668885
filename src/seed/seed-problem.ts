/** The most mistakes a message lists: more would push the first ones off the screen. */
const mostListed = 10;

/** Seed data that cannot be used. The message lists the first mistakes, one to a line. */
export class SeedProblem extends Error {
  override readonly name = 'SeedProblem';
  /** All of them. */
  readonly mistakes: readonly string[];

  constructor(folder: string, mistakes: readonly string[]) {
    const count = mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`;
    const more = mistakes.length - mostListed;
    const lines = [...mistakes.slice(0, mostListed), ...(more > 0 ? [`and ${more} more`] : [])];
    super([`The seed data in ${folder} has ${count}:`, ...lines].join('\n  '));
    this.mistakes = mistakes;
  }
}
