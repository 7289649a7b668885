import { join } from 'node:path';
import { packageRoot } from '../../src/values/package-root.ts';
import type { Target } from '../service/target/target.ts';
import { readTarget } from '../service/target/target-file.ts';

export const referenceFile = join(packageRoot, 'contract-tests', 'targets', 'reference.yaml');

/** The reference server as it is seeded. */
export function seededTarget(at?: {
  readonly baseUrl: string;
  readonly analysisUrl: string;
}): Target {
  return readTarget(referenceFile, { env: {}, cwd: packageRoot, ...(at && { at }) });
}
