import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestHandler } from 'express';
import { load } from 'js-yaml';
import type { Document } from '../contract/document.ts';
import { requestValidatorOf } from '../http/request-validator.ts';
import { packageRoot } from '../spec/package-root.ts';

/** Read from where it is written: the same file from source, compiled and installed. */
const path = join(packageRoot, 'src', 'admin', 'admin.openapi.yaml');

let document: Document | undefined;
let validator: readonly RequestHandler[] | undefined;

export function adminDocument(): Document {
  document ??= load(readFileSync(path, 'utf8')) as Document;
  return document;
}

/** Compiled when the control plane is first used, and shared: it holds no state. */
export function adminValidator(): readonly RequestHandler[] {
  validator ??= requestValidatorOf({ document: adminDocument(), checksReplies: true });
  return validator;
}
