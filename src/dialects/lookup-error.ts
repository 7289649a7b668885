import type { Dialect } from './dialect.ts';

/** A body as it goes over the wire. */
export type Body =
  | { readonly type: 'json'; readonly value: object }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'empty' };

export type LookupErrorShape = Dialect['lookup.error-body'];

/** How a refusal of a lookup looks: most have an answer of their own. */
export function lookupErrorShape(dialect: Dialect, refusal: string): LookupErrorShape {
  const own = `lookup.error-body.${refusal}`;
  return own in dialect
    ? (dialect[own as keyof Dialect] as LookupErrorShape)
    : dialect['lookup.error-body'];
}

const flag = { type: 'boolean', enum: [false] };
const text = { type: 'string' };

/** The body of a failed lookup, which 4.4 does not show: how it is made, its schema, and its name. */
export const lookupError: Record<
  LookupErrorShape,
  {
    readonly body: (error: string) => Body;
    readonly schema?: string;
    readonly properties?: { [field: string]: { type: string; enum?: boolean[] } };
  }
> = {
  'error-and-flag': {
    body: (error) => ({ type: 'json', value: { error, successful: false } }),
    schema: 'LookupError',
    properties: { error: text, successful: flag },
  },
  error: {
    body: (error) => ({ type: 'json', value: { error } }),
    schema: 'LookupErrorAlone',
    properties: { error: text },
  },
  message: {
    body: (message) => ({ type: 'json', value: { message } }),
    schema: 'LookupMessage',
    properties: { message: text },
  },
  text: { body: (value) => ({ type: 'text', value }) },
  empty: { body: () => ({ type: 'empty' }) },
};
