import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from './package-root.ts';

/** What the build makes of documents of the package, so that a start parses and checks no YAML. */
export const preparedFolder = join(packageRoot, 'dist', 'prepared');

const isBuilt = fileURLToPath(import.meta.url).startsWith(join(packageRoot, 'dist'));

/** Undefined when run from source: the documents may have changed since the build. */
export function prepared<T>(name: string): T | undefined {
  const file = join(preparedFolder, `${name}.json`);
  return isBuilt && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined;
}
