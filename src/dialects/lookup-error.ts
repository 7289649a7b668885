import type { Dialect } from './dialect.ts';

/** A body as it goes over the wire. */
export type Body =
  | { readonly type: 'json'; readonly value: object }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'empty' };

const flag = { type: 'boolean', enum: [false] };
const text = { type: 'string' };

/** The body of a failed lookup, which 4.4 does not show: how it is made, and its schema. */
export const lookupError: Record<
  Dialect['lookup.error-body'],
  {
    readonly body: (error: string) => Body;
    readonly properties?: { [field: string]: { type: string; enum?: boolean[] } };
  }
> = {
  'error-and-flag': {
    body: (error) => ({ type: 'json', value: { error, successful: false } }),
    properties: { error: text, successful: flag },
  },
  error: { body: (error) => ({ type: 'json', value: { error } }), properties: { error: text } },
  message: {
    body: (message) => ({ type: 'json', value: { message } }),
    properties: { message: text },
  },
  text: { body: (value) => ({ type: 'text', value }) },
  empty: { body: () => ({ type: 'empty' }) },
};
