import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { Document, ReferenceObject, SchemaObject } from './document.ts';

/** Compiles schemas of one document, as strictly as requests and replies are checked. */
export function compilerOf({ components }: Document) {
  const ajv = new Ajv({ strict: false, strictNumbers: true, meta: false, validateSchema: false });
  formats.default(ajv, { mode: 'full' });
  return (schema: SchemaObject | ReferenceObject): ValidateFunction =>
    ajv.compile({ ...schema, components });
}
