import type { DocumentSchema } from '../document/document-check.ts';
import { isAnnotation, withLimits } from '../spec/schemas.ts';
import {
  type Document,
  pointsOf,
  type ReferenceObject,
  resolved,
  type SchemaObject,
} from './document.ts';

/** Fields by name, each with a self-contained schema that can be described in words. */
export type FieldSchemas = { readonly [field: string]: DocumentSchema };

/** The fields of a schema as they are under every dialect. */
export function fieldSchemas(document: Document, name: string): FieldSchemas {
  const { properties = {} } = documentSchema(document, name);
  return Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => [field, plain(document, schema)]),
  );
}

export function documentSchema(document: Document, name: string): SchemaObject {
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`The document has no schema ${name}`);
  return schema;
}

/** The fields that every dialect requires. */
export function alwaysRequired(document: Document, name: string): string[] {
  const { required = [], properties = {} } = documentSchema(document, name);
  const mayBeOptional = (field: string) =>
    pointsOf(properties[field] ?? {}).some(({ sets }) => sets === 'required');
  return required.filter((field) => !mayBeOptional(field));
}

function plain(document: Document, written: SchemaObject | ReferenceObject): DocumentSchema {
  const schema = resolved<SchemaObject>(document, written);
  const set = pointsOf(schema).flatMap(({ sets }) => sets ?? []);
  const words = wordsFor(document, schema);
  const kept = Object.entries(withLimits(schema)).filter(
    ([key, value]) => !isAnnotation(key, value) && !set.includes(key),
  );
  return {
    ...Object.fromEntries(kept.map(([key, value]) => [key, inner(key, value)])),
    ...(words !== undefined && { 'x-words': words }),
  } as DocumentSchema;

  function inner(key: string, value: unknown): unknown {
    const whole = (one: unknown) => plain(document, one as SchemaObject);
    if (key === 'items' || (key === 'additionalProperties' && typeof value === 'object')) {
      return whole(value);
    }
    if (key === 'properties') {
      const entries = Object.entries(value as object);
      return Object.fromEntries(entries.map(([field, one]) => [field, whole(one)]));
    }
    if (key !== 'allOf') return value;
    return (value as unknown[]).map((one) => ({ 'x-words': words, ...whole(one) }));
  }
}

function wordsFor(document: Document, schema: SchemaObject): string | undefined {
  const { 'x-words': words, allOf = [] } = schema as { 'x-words'?: string; allOf?: SchemaObject[] };
  for (const part of allOf) {
    if (words === undefined && '$ref' in part) return wordsFor(document, resolved(document, part));
  }
  return words;
}
