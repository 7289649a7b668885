import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentSchema } from '../document/document-check.ts';
import { parseYaml } from '../document/yaml.ts';
import { operationPlaces } from '../spec/operations.ts';
import { callerRoles } from '../spec/who-may.ts';
import { packageRoot } from '../values/package-root.ts';
import {
  type Document,
  type Method,
  mapValues,
  methods,
  type Parameter,
  resolved,
  type SchemaObject,
} from './document.ts';
import { alwaysRequired, fieldSchemas } from './field-schemas.ts';

/** Read at its source path: the same file from source, compiled and installed. */
const path = join(packageRoot, 'src', 'admin', 'admin.openapi.yaml');

function written(): Document {
  return parseYaml(readFileSync(path, 'utf8')) as Document;
}

let made: Document | undefined;

/** The OpenAPI document of the control plane, with the fields, operations and roles of the contract. */
export function adminDocument(): Document {
  made ??= completed(written());
  return made;
}

function completed(document: Document): Document {
  const schemas = mapValues(document.components.schemas, (schema) =>
    completedSchema(schema, document),
  );
  return { ...document, components: { ...document.components, schemas } };
}

/** What the schema of a kind of fault cannot say. */
export interface FaultTraits {
  /** The stages at which it acts: where there are two, `when` chooses. */
  readonly stages: readonly string[];
  readonly endsConnection?: true;
}

interface Extended extends SchemaObject {
  oneOf?: Extended[];
  'x-fault'?: FaultTraits;
  'x-fields-of'?: { [schema: string]: 'required' | 'optional' };
  'x-without'?: string[];
  'x-with'?: string;
  'x-operations'?: true;
  'x-roles'?: true;
}

function completedSchema(schema: Extended, document: Document): SchemaObject {
  const { 'x-fields-of': sources, 'x-without': without = [], ...rest } = schema;
  const { 'x-operations': named, 'x-roles': roles, 'x-with': more, ...own } = rest;
  if (roles) return { ...own, enum: [...callerRoles] };
  if (named) return { ...own, enum: operationPlaces.map(({ name }) => name) };
  if (more && own.oneOf) return { ...own, oneOf: eachWith(document, own.oneOf, more) };
  if (more) return { ...own, properties: { ...own.properties, ...propertiesOf(document, more) } };
  if (own.oneOf) return { ...own, oneOf: own.oneOf.map(withoutTraits) };
  if (!sources) return schema;
  const fields = Object.keys(sources).map(fieldSchemas);
  const needed = Object.entries(sources).flatMap(([name, need]) =>
    need === 'required' ? alwaysRequired(name) : [],
  );
  const required = [...new Set([...(own.required ?? []), ...needed])];
  const properties: SchemaObject['properties'] = Object.assign({}, ...fields, own.properties);
  for (const name of without) delete properties?.[name];
  return {
    ...own,
    ...(required.length > 0 && { required }),
    ...(properties && { properties }),
  };
}

/** With those that the schema has from others. */
function propertiesOf(document: Document, name: string): SchemaObject['properties'] {
  const { properties, 'x-with': more }: Extended = document.components.schemas[name] ?? {};
  return more === undefined ? properties : { ...properties, ...propertiesOf(document, more) };
}

/** Alternatives of alternatives are listed side by side: a discriminator needs that. */
function eachWith(document: Document, written: readonly Extended[], more: string): SchemaObject[] {
  const properties = propertiesOf(document, more);
  return written
    .map((one) => resolved<Extended>(document, one))
    .flatMap((one) => one.oneOf ?? [one])
    .map((one) => withoutTraits({ ...one, properties: { ...one.properties, ...properties } }));
}

function withoutTraits(alternative: Extended): SchemaObject {
  const { 'x-fault': _, ...schema } = alternative;
  return schema;
}

/** The traits of every kind of fault, by its type. Throws where one has none. */
export function readFaultTraits(document: Document = written()): { [type: string]: FaultTraits } {
  const kinds = (document.components.schemas.FaultEffect as Extended).oneOf ?? [];
  return Object.fromEntries(
    kinds.map(({ 'x-fault': traits, properties }) => {
      const type = String(properties?.type?.const);
      if (!traits) throw new Error(`the fault ${type} has no x-fault in admin.openapi.yaml`);
      return [type, traits];
    }),
  );
}

/** A schema of the document as it is checked: without references. */
export function adminSchema(name: string): DocumentSchema {
  return inlined(adminDocument(), { $ref: `#/components/schemas/${name}` }) as DocumentSchema;
}

function inlined(document: Document, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => inlined(document, one));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...own } = schema as { $ref?: string };
  const whole = $ref === undefined ? own : { ...resolved<object>(document, { $ref }), ...own };
  if ($ref !== undefined) return inlined(document, whole);
  return Object.fromEntries(
    Object.entries(whole).map(([keyword, value]) => [keyword, inlined(document, value)]),
  );
}

/** An operation of the control plane: where it is, what it takes, and the status of its success. */
export interface AdminOperation {
  readonly path: string;
  readonly method: Method;
  readonly operationId: string;
  readonly status: number;
  /** The parameters of path and query together. */
  readonly parameters: DocumentSchema;
  readonly body?: { readonly required: boolean; readonly schema: DocumentSchema };
}

export function adminOperations(): AdminOperation[] {
  const document = adminDocument();
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { operationId, responses, requestBody } = operation;
      const [success] = Object.keys(responses).filter((status) => status.startsWith('2'));
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
        resolved<Parameter>(document, one),
      );
      const schema = requestBody?.content['application/json']?.schema;
      return [
        {
          path,
          method,
          operationId,
          status: Number(success),
          parameters: {
            type: 'object',
            additionalProperties: false,
            properties: Object.fromEntries(
              parameters.map((one) => [one.name, inlined(document, one.schema) as DocumentSchema]),
            ),
            required: parameters.filter(({ required }) => required).map(({ name }) => name),
          },
          ...(requestBody && {
            body: {
              required: requestBody.required,
              schema: inlined(document, schema) as DocumentSchema,
            },
          }),
        },
      ];
    }),
  );
}
