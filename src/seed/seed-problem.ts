export const seedFiles = {
  services: 'services.yaml',
  callers: 'callers.yaml',
  analyses: 'analyses.yaml',
  reports: 'reports.yaml',
} as const;

export type SeedPart = keyof typeof seedFiles;
export const seedParts = Object.keys(seedFiles) as SeedPart[];

/** One thing that is wrong with seed data: the file, the place in it, and what is wrong. */
export interface Mistake {
  readonly part: SeedPart;
  /** Counted from 0; absent where the whole file is meant. */
  readonly entry?: number;
  readonly sentence: string;
}

/** Seed data that cannot be used. The message names every mistake, one to a line. */
export class SeedProblem extends Error {
  override readonly name = 'SeedProblem';
  readonly mistakes: readonly string[];

  constructor(folder: string, mistakes: readonly string[]) {
    const count = mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`;
    super(`The seed data in ${folder} has ${count}:\n${mistakes.map((m) => `  ${m}`).join('\n')}`);
    this.mistakes = mistakes;
  }
}

/** What an entry is known by to the person who wrote it. */
const label = { services: undefined, callers: 'id', analyses: 'fileName', reports: 'id' } as const;

/** `entry 3 (id "reader")` */
export function entryPlace(part: SeedPart, index: number, entry: unknown): string {
  const key = label[part];
  const value = key && (entry as { [key: string]: unknown } | null | undefined)?.[key];
  return `entry ${index + 1}${typeof value === 'string' ? ` (${key} "${value}")` : ''}`;
}

/** `callers.yaml, entry 3 (id "reader"), field "roles"` */
export const placeOf = (
  part: SeedPart,
  index: number,
  entry: unknown,
  path: readonly (string | number)[] = [],
): string =>
  [
    seedFiles[part],
    entryPlace(part, index, entry),
    ...path.map((step) => (typeof step === 'number' ? `item ${step + 1}` : `field "${step}"`)),
  ].join(', ');
