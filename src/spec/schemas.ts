import { openapiDocument } from './openapi.ts';

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
  /** What is expected, in words. */
  readonly 'x-words'?: string;
  /** That the form follows from what the specification says, which does not name it. */
  readonly 'x-derived'?: boolean;
}

interface Document {
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
}

const contract = (): Document => openapiDocument() as Document;

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
