import type { Schema } from '../document/schema.ts';
import { isObject } from '../values/objects.ts';
import { openapiDocument } from './openapi.ts';

/** Keywords that describe a schema without restricting values. */
export function isAnnotation(keyword: string, value?: unknown): boolean {
  return (
    /^(x-.*|\$comment|title|description|examples?|default|deprecated|readOnly|xml|externalDocs)$/.test(
      keyword,
    ) ||
    // JSON has one kind of number and of text: these formats exclude no value.
    (keyword === 'format' && /^(float|double|password|binary)$/.test(String(value))) ||
    (/^min(Length|Items|Properties)$/.test(keyword) && value === 0) ||
    (keyword === 'uniqueItems' && value === false)
  );
}

const toSchemas = '#/components/schemas/';

/** The name of the schema that a schema refers to. */
export function referredName({ $ref = '' }: Schema): string | undefined {
  return $ref.startsWith(toSchemas) ? $ref.slice(toSchemas.length) : undefined;
}

/** A schema of the contract by name, with references resolved one level at a time. */
export function schemaNamed(name: string): Schema {
  const { schemas } = (
    openapiDocument() as {
      readonly components: { readonly schemas: { readonly [name: string]: Schema } };
    }
  ).components;
  const schema = schemas[name];
  if (!schema) throw new Error(`openapi.yaml has no schema ${name}`);
  return followed(schema);
}

/** A schema without `$ref`. One within `allOf` is there because nothing may stand beside a reference. */
export function followed(schema: Schema): Schema {
  const { $ref, allOf = [], ...own } = schema;
  if ($ref !== undefined) return schemaNamed(referredName(schema) ?? $ref);
  const [referred, ...others] = allOf;
  if (referred?.$ref === undefined) return withLimits(schema);
  return withLimits({ ...followed(referred), ...own, ...(others.length > 0 && { allOf: others }) });
}

/** In OpenAPI 3.0, `exclusiveMinimum: true` says something about `minimum`; JSON Schema has a number. */
function withLimits(schema: Schema): Schema {
  return (['Minimum', 'Maximum'] as const).reduce<Schema>((one, end) => {
    const { [`exclusive${end}`]: exclusive, [end.toLowerCase()]: limit, ...rest } = one;
    if (typeof exclusive !== 'boolean') return one;
    return { ...rest, [exclusive ? `exclusive${end}` : end.toLowerCase()]: limit };
  }, schema);
}

const ofOne = /^(items|additionalProperties|not)$/;
const ofMany = /^(allOf|anyOf|oneOf)$/;

/** A schema with the schemas inside it changed. */
export function withInner(schema: Schema, change: (inner: Schema) => Schema): Schema {
  const changed = Object.entries(schema).map(([keyword, value]) => {
    if (ofMany.test(keyword)) return [keyword, (value as Schema[]).map(change)];
    if (!isObject(value)) return [keyword, value];
    if (ofOne.test(keyword)) return [keyword, change(value)];
    if (keyword !== 'properties') return [keyword, value];
    const fields = Object.entries(value as { readonly [name: string]: Schema });
    return [keyword, Object.fromEntries(fields.map(([name, one]) => [name, change(one)]))];
  });
  return Object.fromEntries(changed);
}

/** A schema without references and annotations, at every depth. */
export function inlined(schema: Schema): Schema {
  const plain = Object.entries(followed(schema)).filter((entry) => !isAnnotation(...entry));
  return withInner(Object.fromEntries(plain), inlined);
}
