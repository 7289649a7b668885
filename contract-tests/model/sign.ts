/** What in a response shows that a clause is broken, for readers without this kit. */
export type Sign =
  /** The request succeeds, or is refused. */
  | { readonly shows: 'success' | 'refusal' }
  /** A field does not have this value; below: it has it. */
  | { readonly field: string; readonly wants: unknown }
  | { readonly field: string; readonly has: unknown }
  /** A field is missing, has another type, or does not match. */
  | { readonly field: string; readonly type?: string; readonly pattern?: string }
  /** A field differs between the first response and the last. */
  | { readonly field: string; readonly differs: true }
  | { readonly header: string; readonly pattern: string };
