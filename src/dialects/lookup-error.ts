import type { Dialect } from './dialect.ts';

/** A body as sent. */
export type WireBody =
  | { readonly type: 'json'; readonly value: object | null }
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'empty' };

export type LookupErrorShape = Dialect['lookup.error-body'];

/** The body for a refused lookup. */
export function lookupErrorShape(dialect: Dialect, refusal: string): LookupErrorShape {
  const own = `lookup.error-body.${refusal}`;
  return own in dialect
    ? (dialect[own as keyof Dialect] as LookupErrorShape)
    : dialect['lookup.error-body'];
}

const text = { type: 'string', description: 'A human-readable message.' };

/** The body of a failed lookup, which 4.4 does not show: how it is built, and its schema if not `ReportError`. */
export const lookupError: Record<
  LookupErrorShape,
  {
    readonly body: (error: string) => WireBody;
    readonly schema?: string;
    readonly properties?: { [field: string]: { type: string; description: string } };
  }
> = {
  'error-and-flag': {
    body: (error) => ({ type: 'json', value: { error, successful: false } }),
  },
  error: {
    body: (error) => ({ type: 'json', value: { error } }),
    schema: 'LookupError',
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
