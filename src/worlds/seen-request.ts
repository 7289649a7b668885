import type { OperationName } from '../domain/operation.ts';

export type Headers = { readonly [name: string]: string };

/** A request and its outcome. The token is never stored, only the caller's id. */
export interface SeenRequest {
  /** Increases within a world. */
  readonly id: number;
  /** The world's clock. */
  readonly time: string;
  readonly method: string;
  /** Relative to the base URL of the world. */
  readonly url: string;
  readonly operation?: OperationName;
  /** The caller's id, where the token is known. */
  readonly caller?: string;
  readonly requestHeaders: Headers;
  /** The scheme before the token in the Authorization header. */
  readonly scheme?: string;
  readonly requestBody?: string;
  /** Whether an announced body was not read. */
  readonly bodyNotRead?: boolean;
  /** Absent where the connection ended before a status was sent. */
  readonly status?: number;
  readonly responseHeaders: Headers;
  readonly responseBody?: string;
  /** The outcome's name in openapi.yaml, or of HTTP or a fault. */
  readonly outcome: string;
  /** A human-readable explanation. */
  readonly why?: string;
  /** The clause or open point behind a refusal, as in the response header. */
  readonly reason?: string;
  /** Ids of the faults that acted on it. */
  readonly faults?: readonly string[];
  readonly ms: number;
  /** Whether a body was truncated. */
  readonly truncated?: boolean;
}

export type NewSeenRequest = Omit<SeenRequest, 'id'>;
