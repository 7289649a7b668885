import { referenced } from '../spec/open-point.ts';
import { openapiDocument } from '../spec/openapi.ts';

/** The parts of an OpenAPI document that the program uses. */
export interface Document {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: ServerObject[];
  paths: { [path: string]: PathItem };
  components: {
    schemas: { [name: string]: SchemaObject };
    responses: { [name: string]: ResponseObject };
    examples: { [name: string]: Example };
    parameters: { [name: string]: Parameter };
    headers: { [name: string]: { example?: unknown } };
    securitySchemes: { [name: string]: { description?: string } };
  };
}
export interface ServerObject {
  url: string;
  description?: string;
  variables?: { [name: string]: { default: string; description?: string } };
}
export const methods = ['post', 'get', 'put', 'patch', 'delete'] as const;
export type Method = (typeof methods)[number];
export type PathItem = {
  servers?: ServerObject[];
  parameters?: (Parameter | ReferenceObject)[];
} & { [method in Method]?: OperationObject };
export interface OperationObject {
  operationId: string;
  /** The short name that open points, faults and logs use. */
  'x-operation': string;
  tags: string[];
  summary?: string;
  description?: string;
  security?: { [scheme: string]: string[] }[];
  parameters?: (Parameter | ReferenceObject)[];
  requestBody?: { required: boolean; content: { [type: string]: MediaType } };
  responses: { [status: string]: ResponseObject | ReferenceObject };
  'x-eov-allow-unknown-query-parameters'?: boolean;
}
export interface ReferenceObject {
  $ref: string;
}
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: SchemaObject | ReferenceObject;
}
export interface ResponseObject {
  description: string;
  headers?: { [name: string]: unknown };
  content?: { [type: string]: MediaType };
  /** Outcomes without a body, which OpenAPI cannot express beside another body. */
  'x-empty-body'?: string[];
}
export interface MediaType {
  schema: SchemaObject | ReferenceObject;
  /** In the contract itself, references to shared parameters. */
  examples?: { [outcome: string]: Example };
}
export interface Example {
  summary?: string;
  value?: unknown;
  'x-open-point'?: { id: string }[];
}
export interface SchemaObject {
  type?: string;
  properties?: { [name: string]: SchemaObject };
  required?: string[];
  [keyword: string]: unknown;
}

/** Resolves a reference; anything else is returned unchanged. */
export function resolved<T>(document: Document, part: T | ReferenceObject): T {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part as T;
  const found = referenced(document, part.$ref);
  if (found === undefined) throw new Error(`The document has no ${part.$ref}`);
  return found as T;
}

export function isOperation(part: unknown): part is OperationObject {
  return typeof part === 'object' && part !== null && 'operationId' in part;
}

/** A record with each of its values changed. */
export function mapValues<T, U>(
  record: { readonly [key: string]: T },
  change: (value: T, key: string) => U,
): { [key: string]: U } {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, change(value, key)]),
  );
}

/** Shared and immutable. */
export function sharedContract(): Document {
  return openapiDocument() as Document;
}

/** A fresh copy for each caller, who may change it. */
export function readContract(): Document {
  return structuredClone(sharedContract());
}
