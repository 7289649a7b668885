import { join } from 'node:path';
import { packageRoot } from '../values/package-root.ts';
import { prepared } from '../values/prepared.ts';
import { readSeed, type Seed } from './seed.ts';

/** The seed data of the package. */
export const ownSeedFolder = join(packageRoot, 'seed-data');

let own: Seed | undefined;

/** Read once, immutable. */
export function ownSeed(): Seed {
  own ??= prepared<Seed>('seed') ?? readSeed(ownSeedFolder);
  return own;
}
