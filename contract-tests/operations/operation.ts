import type { JsonBody } from './body.ts';

/** The parsed body and status of a response. */
export interface ReadBody {
  /** Undefined if it is not JSON. */
  readonly json: unknown;
  /** The body if it is an object; otherwise empty. */
  readonly body: JsonBody;
  readonly status: number;
}

/** How the kit reads the responses of an operation. The contract has its path and method, by name. */
export interface KitOperation {
  readonly name: string;
  /** The schema of its success, and the prefix of the clauses about it. */
  readonly success: { readonly schema: string; readonly clauses: string };
  /** Whether a response is a success: by its body, since no status is specified (4, 7). */
  readonly succeeded: (answer: ReadBody) => boolean;
  /** Whether the specification describes all its bodies, or only those of a success. */
  readonly describesErrors: boolean;
}

/** The flag that indicates success (4.1, 4.2, 7), or else the status. */
export const flagSaysSo = ({ body, status }: ReadBody): boolean =>
  typeof body.successful === 'boolean' ? body.successful : status < 400;
