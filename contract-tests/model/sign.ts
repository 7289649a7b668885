/** What in an answer shows that a clause is broken, for a reader without this kit. */
export type Sign =
  /** It is answered, or refused. */
  | { readonly shows: 'success' | 'refusal' }
  /** A field has another value than this JSON, or just this one. */
  | {
      readonly field: string;
      readonly wants: unknown;
      /** That is what the report was created with. */
      readonly isSent?: true;
    }
  | { readonly field: string; readonly has: unknown }
  /** A field is missing, of another type, or does not match. */
  | { readonly field: string; readonly type?: string; readonly pattern?: string }
  /** A field differs between the first look and the last. */
  | { readonly field: string; readonly differs: true }
  | { readonly header: string; readonly pattern: string };
