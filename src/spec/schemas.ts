import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../document/schema.ts';
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

/** A schema without `$ref`, and without `allOf` as far as its parts can be merged. */
export function followed(schema: Schema): Schema {
  const { $ref, allOf = [], ...own } = schema;
  if ($ref !== undefined) return schemaNamed(referredName(schema) ?? $ref);
  return allOf.map(followed).reduce(merged, withLimits(own));
}

/** In OpenAPI 3.0, `exclusiveMinimum: true` says something about `minimum`; JSON Schema has a number. */
export function withLimits(schema: Schema): Schema {
  return (['Minimum', 'Maximum'] as const).reduce<Schema>((one, end) => {
    const { [`exclusive${end}`]: exclusive, [end.toLowerCase()]: limit, ...rest } = one;
    if (typeof exclusive !== 'boolean') return one;
    return { ...rest, [exclusive ? `exclusive${end}` : end.toLowerCase()]: limit };
  }, schema);
}

/** What both schemas say. A keyword that they use differently stays in `allOf`. */
function merged(outer: Schema, inner: Schema): Schema {
  const properties = { ...inner.properties, ...outer.properties };
  for (const name of Object.keys(inner.properties ?? {})) {
    const a = outer.properties?.[name];
    const b = inner.properties?.[name];
    if (a && b) properties[name] = { allOf: [a, b] };
  }
  const required = [...new Set([...(outer.required ?? []), ...(inner.required ?? [])])];
  const different = Object.entries(inner).filter(
    ([keyword, value]) =>
      keyword in outer &&
      !['properties', 'required', 'allOf'].includes(keyword) &&
      !isAnnotation(keyword, value) &&
      !isDeepStrictEqual(outer[keyword], value),
  );
  const allOf = [
    ...(outer.allOf ?? []),
    ...(inner.allOf ?? []),
    ...(different.length > 0 ? [Object.fromEntries(different)] : []),
  ];
  return {
    ...inner,
    ...outer,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    ...(allOf.length > 0 && { allOf }),
  };
}

const holders = {
  one: /^(not|items|additionalItems|additionalProperties|contains|propertyNames|if|then|else)$/,
  many: /^(allOf|anyOf|oneOf|items)$/,
  named: /^(properties|patternProperties|dependencies)$/,
};

/** A schema with the schemas inside it changed. */
export function withInner(
  schema: Schema,
  change: (inner: Schema, path: readonly (string | number)[]) => Schema,
): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (typeof value !== 'object' || value === null) return [keyword, value];
      if (Array.isArray(value))
        return holders.many.test(keyword)
          ? [keyword, value.map((one: Schema, nth) => change(one, [keyword, nth]))]
          : [keyword, value];
      if (holders.one.test(keyword)) return [keyword, change(value as Schema, [keyword])];
      if (!holders.named.test(keyword)) return [keyword, value];
      const inner = Object.entries(value as { readonly [name: string]: Schema | string[] });
      return [
        keyword,
        Object.fromEntries(
          inner.map(([name, one]) => [
            name,
            Array.isArray(one) ? one : change(one as Schema, [keyword, name]),
          ]),
        ),
      ];
    }),
  );
}

/** A schema without references and annotations, at every depth. */
export function inlined(schema: Schema): Schema {
  const plain = Object.entries(followed(schema)).filter((entry) => !isAnnotation(...entry));
  return withInner(Object.fromEntries(plain), inlined);
}
