/** A JSON schema of the contract. Keywords not named here are judged, too. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly nullable?: boolean;
  readonly required?: readonly string[];
  readonly properties?: { readonly [name: string]: Schema };
  readonly items?: Schema | readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly example?: unknown;
  /** A description of the expected value. */
  readonly 'x-words'?: string;
  /** Whether the form is derived from the specification, which does not state it. */
  readonly 'x-derived'?: boolean;
  readonly [keyword: string]: unknown;
}

/** What a schema states about one value in a body. Each statement is a clause with an id. */
export interface SchemaStatement {
  readonly id: string;
  /** The top-level field concerned; empty for the body as a whole. */
  readonly field: string;
  /** The path of the value: names of fields, `[]` for every item, `{}` for every value. */
  readonly path: readonly string[];
  /** `present` applies to the objects that contain the field, all others to its value. */
  readonly about: 'present' | 'type' | 'format' | 'enum';
  /** Everything that is said about the value. */
  readonly schema: Schema;
  /** The part of it that this clause judges, ready to be compiled. */
  readonly judges: Schema;
  /** A valid value. */
  readonly sample: unknown;
}
