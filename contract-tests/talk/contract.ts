import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { packageRoot } from '../package-root.ts';

/** The part of a JSON schema that bodies are judged by. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly enum?: readonly unknown[];
}

export interface OpenPoint {
  readonly id: string;
  readonly section: string;
  readonly question: string;
  readonly default: unknown;
  readonly alternatives: readonly unknown[];
  /** What may be chosen besides the default and the alternatives. */
  readonly accepts?: {
    readonly type: 'integer' | 'string';
    readonly minimum?: number;
    readonly pattern?: string;
  };
}

interface Document {
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
}

let document: Document | undefined;

const contract = (): Document => {
  document ??= load(readFileSync(join(packageRoot(), 'openapi.yaml'), 'utf8')) as Document;
  return document;
};

/** A schema of the contract by name, with its references followed one level at a time. */
export const schemaNamed = (name: string): Schema => {
  const schema = contract().components.schemas[name];
  if (!schema) throw new Error(`openapi.yaml has no schema ${name}`);
  return followed(schema);
};

export const followed = (schema: Schema): Schema => {
  if (schema.$ref) return schemaNamed(schema.$ref.slice('#/components/schemas/'.length));
  const [only] = schema.allOf ?? [];
  return only ? { ...followed(only), ...schema } : schema;
};

const collect = (node: unknown, found: Map<string, OpenPoint>): void => {
  if (Array.isArray(node)) for (const item of node) collect(item, found);
  else if (node && typeof node === 'object') {
    for (const [key, value] of Object.entries(node)) {
      if (key === 'x-open-point')
        for (const point of [value].flat() as OpenPoint[]) found.set(point.id, point);
      else collect(value, found);
    }
  }
};

/** Every question the specification leaves open, by id. */
export const openPoints = (): ReadonlyMap<string, OpenPoint> => {
  const found = new Map<string, OpenPoint>();
  collect(contract(), found);
  return found;
};
