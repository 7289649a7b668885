import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { packageRoot } from './package-root.ts';

let read: unknown;

/** openapi.yaml as it stands, without a dialect. Read once; nobody may change it. */
export const openapiDocument = (): unknown => {
  read ??= load(readFileSync(join(packageRoot, 'openapi.yaml'), 'utf8'));
  return read;
};
