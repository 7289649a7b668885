import type { Caller } from '../caller.ts';
import type { Parameters } from '../operation.ts';
import type { Answer } from './answer.ts';
import type { SharedConnection } from './connections.ts';
import type { RequestEncoding } from './exchange.ts';

/** Methods that no operation has. */
export const otherMethods = ['HEAD', 'PUT', 'PATCH', 'OPTIONS'] as const;
export type OtherMethod = (typeof otherMethods)[number];

/** A request to be sent. */
export interface Ask {
  readonly operation: string;
  readonly caller: Caller;
  readonly about: Parameters;
  /** What the body says, if it is JSON. */
  readonly sent?: unknown;
  readonly body?: string;
  readonly contentType?: string;
  /** Never retried: every call of a limited token is counted (8). */
  readonly once?: boolean;
  /** To be sent concurrently with others. */
  readonly atOnce?: boolean;
  /** Goes before others that wait: what it shows may last for a moment only. */
  readonly isFirst?: boolean;
  /** Repeats a throttled call. */
  readonly isRetry?: boolean;
  /** The conversation it is part of. */
  readonly scenario?: string;
  /** A connection that it shares with requests before it. Without one, or if it is closed, it has a new one. */
  readonly connection?: SharedConnection;
  /** The Accept header. Default: JSON; empty for none. */
  readonly accept?: string;
  /** Accept-Encoding. Default: the common encodings on every third GET. */
  readonly encoding?: string;
  readonly way?: RequestEncoding;
  /** Overrides the operation's method; the specification says nothing about it. */
  readonly method?: OtherMethod;
  /** Called instead of the client's own listener. */
  readonly onAnswer?: (answer: Answer) => void;
}
