import type { Document, SchemaObject } from './document.ts';

/**
 * The document in OpenAPI 3.1. Only one of the differences between the versions affects ours: a schema
 * has `examples`, not `example`, which a test asserts. A package that converts everything would bring
 * more packages along than this has lines.
 */
export const inOpenApi31 = (document: Document): Document => ({
  ...(converted(document) as Document),
  openapi: '3.1.0',
  components: {
    ...(converted(document.components) as Document['components']),
    schemas: mapped(document.components.schemas, schemaIn31),
  },
});

/** Free-form values, not part of the document's structure. */
const contents = new Set(['example', 'examples', 'x-open-point']);

function converted(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(converted);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (contents.has(key)) return [key, value];
      return [key, key === 'schema' ? schemaIn31(value as SchemaObject) : converted(value)];
    }),
  );
}

const listsOfSchemas = ['allOf', 'anyOf', 'oneOf'];
const schemasInside = ['items', 'additionalProperties', 'not'];

function schemaIn31(schema: SchemaObject): SchemaObject {
  const { example, ...rest } = schema;
  const inside = Object.entries(rest).map(([key, value]): [string, unknown] => {
    if (key === 'properties')
      return [key, mapped(value as { [name: string]: SchemaObject }, schemaIn31)];
    if (listsOfSchemas.includes(key)) return [key, (value as SchemaObject[]).map(schemaIn31)];
    const isSchema = schemasInside.includes(key) && typeof value === 'object';
    return [key, isSchema ? schemaIn31(value as SchemaObject) : value];
  });
  return {
    ...Object.fromEntries(inside),
    ...(example !== undefined && { examples: [example] }),
  };
}

const mapped = <T>(record: { readonly [key: string]: T }, change: (value: T) => T) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
