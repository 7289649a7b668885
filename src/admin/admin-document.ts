import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import type { Document, Schema } from '../contract/document.ts';
import { operationNames } from '../domain/operation.ts';
import { packageRoot } from '../spec/package-root.ts';

/** Read from where it is written: the same file from source, compiled and installed. */
const path = join(packageRoot, 'src', 'admin', 'admin.openapi.yaml');

let document: Document | undefined;

export function adminDocument(): Document {
  document ??= withOperations(load(readFileSync(path, 'utf8')) as Document);
  return document;
}

function withOperations({ components, ...rest }: Document): Document {
  const OperationName = { ...components.schemas.OperationName, enum: operationNames };
  return {
    ...rest,
    components: { ...components, schemas: { ...components.schemas, OperationName } },
  };
}

const plainObject: Schema = { type: 'object' };

/** What is left of these to the document: they are checked by what a program calls, so that both hear the same. */
export const checkedElsewhere: { readonly [schema: string]: Schema } = {
  FaultRule: plainObject,
  Differences: plainObject,
  NewReport: {},
};

/** The words of OpenAPI 3.0 for a bound that is not part of a range, in those of JSON schema. */
export const inJsonSchema = (document: Document): Document =>
  JSON.parse(JSON.stringify(document), (_key, value) => {
    if (value?.exclusiveMinimum !== true) return value;
    const { minimum, ...rest } = value;
    return { ...rest, exclusiveMinimum: minimum };
  });
