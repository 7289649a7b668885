import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepared } from '../contract/prepared.ts';
import { packageRoot } from '../spec/package-root.ts';
import type { Seed } from './seed.ts';
import { seedFiles } from './seed-problem.ts';

/** The seed data that comes with the package. */
export const ownSeedFolder = join(packageRoot, 'seed-data');

export const ownSeedText = (): string =>
  Object.values(seedFiles)
    .map((file) => readFileSync(join(ownSeedFolder, file), 'utf8'))
    .join('\0');

let own: Seed | undefined;

/** Read once: nothing changes what was read. The build has found it good, if it is still the same. */
export async function ownSeed(): Promise<Seed> {
  own ??= builtSeed() ?? (await import('./seed.ts')).readSeed(ownSeedFolder);
  return own;
}

function builtSeed(): Seed | undefined {
  try {
    return prepared('seed', ownSeedText()) as Seed | undefined;
  } catch {
    // Reading it with care tells what is wrong.
    return undefined;
  }
}
