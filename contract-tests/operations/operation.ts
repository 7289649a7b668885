import type { JsonBody } from './body.ts';

/** What is read of an answer before anything is known of it. */
export interface ReadBody {
  /** Absent where it is no JSON. */
  readonly json: unknown;
  /** The body where it is an object; empty otherwise. */
  readonly body: JsonBody;
  readonly status: number;
}

/**
 * How the kit reads the answers of an operation. Where and how it is called is found in the contract by
 * its name.
 */
export interface KitOperation {
  readonly name: string;
  /** The schema of its success, and what the clauses about that begin with. */
  readonly success: { readonly schema: string; readonly clauses: string };
  /** Whether an answer says that it worked: by its body, since no status is shown (4, 7). */
  readonly succeeded: (answer: ReadBody) => boolean;
  /** Whether every answer has a body that the specification describes; otherwise only its success has. */
  readonly describesErrors: boolean;
}

/** The flag that says whether it worked (4.1, 4.2, 7), and the status where there is none. */
export const flagSaysSo = ({ body, status }: ReadBody): boolean =>
  typeof body.successful === 'boolean' ? body.successful : status < 400;
