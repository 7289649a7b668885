import { join } from 'node:path';
import { packageRoot } from '../values/package-root.ts';
import { readSeed, type Seed } from './seed.ts';

/** The seed data of the package. */
export const ownSeedFolder = join(packageRoot, 'seed-data');

let own: Seed | undefined;

/** Read once, immutable. */
export function ownSeed(): Seed {
  own ??= readSeed(ownSeedFolder);
  return own;
}
