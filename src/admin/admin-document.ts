import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, type SchemaObject, sharedContract } from '../contract/document.ts';
import { alwaysRequired, fieldSchemas } from '../contract/field-schemas.ts';
import { placedOperations } from '../contract/operations.ts';
import { packageRoot } from '../spec/package-root.ts';
import { parseYaml } from '../spec/yaml.ts';

/** Read at its source path: the same file from source, compiled and installed. */
const path = join(packageRoot, 'src', 'admin', 'admin.openapi.yaml');

const made = new WeakMap<Document, Document>();

/** The OpenAPI document of the control plane, for a server with this contract. */
export function adminDocument(contract: Document = sharedContract()): Document {
  const document = made.get(contract) ?? completed(parseYaml(readFileSync(path, 'utf8')), contract);
  made.set(contract, document);
  return document;
}

function completed(written: unknown, contract: Document): Document {
  const document = written as Document;
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [
    name,
    completedSchema(schema, contract),
  ]);
  const components = { ...document.components, schemas: Object.fromEntries(schemas) };
  return { ...document, components };
}

interface Extended extends SchemaObject {
  'x-fields-of'?: { [schema: string]: 'required' | 'optional' };
  'x-operations'?: true;
}

function completedSchema(schema: Extended, contract: Document): SchemaObject {
  const { 'x-fields-of': sources, 'x-operations': named, ...own } = schema;
  if (named) return { ...own, enum: Array.from(placedOperations(contract), ({ name }) => name) };
  if (!sources) return schema;
  const fields = Object.keys(sources).map((name) => fieldSchemas(contract, name));
  const needed = Object.entries(sources).flatMap(([name, need]) =>
    need === 'required' ? alwaysRequired(contract, name) : [],
  );
  const required = [...new Set([...(own.required ?? []), ...needed])];
  return {
    ...own,
    ...(required.length > 0 && { required }),
    properties: Object.assign({}, ...fields.map(worded), own.properties),
  };
}

/** Error messages take what was expected from `x-words`. */
const worded = (fields: ReturnType<typeof fieldSchemas>): { [name: string]: SchemaObject } =>
  JSON.parse(JSON.stringify(fields), (_key, value) => {
    if (typeof value?.description !== 'string') return value;
    const { description, ...rest } = value;
    return { ...rest, 'x-words': description };
  });

const plainObject: SchemaObject = { type: 'object' };

/**
 * Schemas reduced here: the functions behind them validate these, so that HTTP and programs get the same
 * messages.
 */
export const checkedElsewhere: { readonly [schema: string]: SchemaObject } = {
  FaultRule: plainObject,
  Differences: plainObject,
  NewReport: {},
};

/** Converts OpenAPI 3.0's boolean exclusiveMinimum to JSON Schema. */
export const inJsonSchema = (document: Document): Document =>
  JSON.parse(JSON.stringify(document), (_key, value) => {
    if (value?.exclusiveMinimum !== true) return value;
    const { minimum, ...rest } = value;
    return { ...rest, exclusiveMinimum: minimum };
  });
