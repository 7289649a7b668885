import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '../document/yaml.ts';
import { packageRoot } from '../values/package-root.ts';
import { prepared } from '../values/prepared.ts';

/**
 * The contract that this process serves and judges by: the package's openapi.yaml, unless the
 * environment names another document, for example one with more fields.
 */
const other = process.env.ABUSE_FEED_OPENAPI;
const path = other ?? join(packageRoot, 'openapi.yaml');

export function openapiText(): string {
  return readFileSync(path, 'utf8');
}

let read: unknown;

/** The document without a dialect. Read once, immutable. */
export function openapiDocument(): unknown {
  read ??= frozen(preparedDocument() ?? parseYaml(openapiText()));
  return read;
}

function preparedDocument(): unknown {
  return other === undefined ? prepared('openapi') : undefined;
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) frozen(inner);
    Object.freeze(value);
  }
  return value;
}
