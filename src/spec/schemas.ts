import { openapiDocument } from './openapi.ts';

/** The keywords of a JSON schema that bodies are checked by. */
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
  /** A description of the expected value. */
  readonly 'x-words'?: string;
  /** Whether the form is derived from the specification, which does not state it. */
  readonly 'x-derived'?: boolean;
}

interface Document {
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
}

const contract = (): Document => openapiDocument() as Document;

/** A schema of the contract by name, with references resolved one level at a time. */
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
