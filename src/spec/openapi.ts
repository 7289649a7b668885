import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '../document/yaml.ts';
import { packageRoot } from '../values/package-root.ts';

/**
 * The contract that this process serves and judges by: the package's openapi.yaml, unless the
 * environment names another document, for example one with more fields.
 */
const path = process.env.ABUSE_FEED_OPENAPI ?? join(packageRoot, 'openapi.yaml');

export function openapiText(): string {
  return readFileSync(path, 'utf8');
}

let read: unknown;

/** The document without a dialect. Read once, immutable. */
export function openapiDocument(): unknown {
  read ??= frozen(parseYaml(openapiText()));
  return read;
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) frozen(inner);
    Object.freeze(value);
  }
  return value;
}
