import { join } from 'node:path';
import { packageRoot } from '../spec/package-root.ts';
import { readSeed, type Seed } from './seed.ts';

/** The seed data that comes with the package. */
export const ownSeedFolder = join(packageRoot, 'seed-data');

let own: Seed | undefined;

/** Read once: nothing changes what was read. */
export function ownSeed(): Seed {
  own ??= readSeed(ownSeedFolder);
  return own;
}
