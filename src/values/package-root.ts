import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package folder, whether run from source or compiled. */
export const packageRoot = ((): string => {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'openapi.yaml'))) return folder;
    if (folder === dirname(folder))
      throw new Error('openapi.yaml is missing: reinstall the package');
  }
})();

/** The version of the package. */
export function version(): string {
  return (
    JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
  ).version;
}
