import type { IncomingHttpHeaders } from 'node:http';
import type { OperationName } from '../../../src/domain/operation.ts';
import type { Json } from '../mutant.ts';

/** One request of a conversation; its reports are numbered from 1. */
export interface ConversationRequest {
  readonly operation: OperationName | 'head';
  readonly nth?: number;
  readonly hash?: string;
  /** A token; empty for none. */
  readonly by?: string;
  /** The name of the connection. Default: a separate one. */
  readonly via?: string;
  readonly feed?: string;
  readonly draft?: Json;
  readonly headers?: IncomingHttpHeaders;
  /** Appended to the path, with {1} for the id of the first report. */
  readonly query?: string;
}
type More = Omit<ConversationRequest, 'operation' | 'nth' | 'hash'>;

/** A nested list is sent concurrently; a number is a pause, in seconds. */
export type ConversationStep = ConversationRequest | readonly ConversationRequest[] | number;

export const post = (more: More = {}): ConversationRequest => ({ operation: 'create', ...more });
export const get = (nth: number, more: More = {}): ConversationRequest => ({
  operation: 'fetch',
  nth,
  ...more,
});
export const head = (nth: number, more: More = {}): ConversationRequest => ({
  operation: 'head',
  nth,
  ...more,
});
export const del = (nth: number, more: More = {}): ConversationRequest => ({
  operation: 'delete',
  nth,
  ...more,
});
export const look = (hash: string, more: More = {}): ConversationRequest => ({
  operation: 'lookup',
  hash,
  by: 'token-analyst-limited-1',
  ...more,
});
export const tagged = (...tags: string[]): ConversationRequest => post({ draft: { tags } });

/** Files of the seed data, of 3,154 and of 9,059 bytes. */
export const file = {
  sha256: 'd3375bdd2d063f96df34e68d266e968d553c0c0a7acbf90202fe3d3829a36218',
  sha512:
    'f180424ab1c66fe05ad8b6d6e6957456e67b24b88e58c652b854739024af96fc4df1d233290c79782a5dc3f55e6e35e32bfc395b86b51d5c25f2b61a8ae7d6fa',
} as const;
export const largeFile = '2f603bf6344d3e821b4587f0a8b804213f5ef5fe7cf7298d92cdfd785837bca9';
export const noFile = '0'.repeat(64);
export const aHash = 'ab'.repeat(32);
