import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { Document } from '../contract/document.ts';
import { packageRoot } from '../spec/package-root.ts';

/** Read from where it is written: the same file from source, compiled and installed. */
const path = join(packageRoot, 'src', 'admin', 'admin.openapi.yaml');

let document: Document | undefined;

export function adminDocument(): Document {
  document ??= load(readFileSync(path, 'utf8')) as Document;
  return document;
}
