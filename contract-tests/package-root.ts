import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds openapi.yaml: the same from source, compiled, and in an installed package. */
export const packageRoot = (from = import.meta.url): string => {
  let folder = dirname(fileURLToPath(from));
  while (!existsSync(join(folder, 'openapi.yaml'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('openapi.yaml is missing from the package');
    folder = parent;
  }
  return folder;
};
