/** What in a response shows that a clause is broken: the title of a cause names it. */
export type Sign =
  /** The request succeeds, or is refused. */
  | { readonly shows: 'success' | 'refusal' }
  /** A field is missing or wrong. */
  | { readonly field: string; readonly wants?: unknown }
  | { readonly header: string };
