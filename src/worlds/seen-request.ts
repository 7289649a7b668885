import type { OperationName } from '../domain/operation.ts';

export type Headers = { readonly [name: string]: string };

/** A request and what came of it. The token is never kept, only whose it is. */
export interface SeenRequest {
  /** Counts up within a world. */
  readonly id: number;
  /** By the clock of the world. */
  readonly time: string;
  readonly method: string;
  /** Below the base URL of the world. */
  readonly url: string;
  readonly operation?: OperationName;
  /** The id of the caller, where the token is somebody's. */
  readonly caller?: string;
  readonly requestHeaders: Headers;
  /** What stood before the token in the Authorization header. */
  readonly scheme?: string;
  readonly requestBody?: string;
  /** Whether a body was announced that was not read. */
  readonly bodyNotRead?: boolean;
  /** Absent where the connection was cut before a status was sent. */
  readonly status?: number;
  readonly responseHeaders: Headers;
  readonly responseBody?: string;
  /** The outcome's name in openapi.yaml, or what HTTP or a fault made of it. */
  readonly outcome: string;
  /** A sentence for people. */
  readonly why?: string;
  /** The clause or open point behind a refusal, as the response header has it. */
  readonly reason?: string;
  /** The faults that acted on it, by id. */
  readonly faults?: readonly string[];
  readonly ms: number;
  /** Whether a body is longer than what is kept of it. */
  readonly truncated?: boolean;
}

export type NewSeenRequest = Omit<SeenRequest, 'id'>;
