import type { Caller } from './callers.ts';
import type { Exchange, OperationId, RequestEncoding, RequestSubject } from './exchange.ts';

/** A request to be sent. */
export interface Ask {
  readonly operation: OperationId;
  readonly caller: Caller;
  readonly about: RequestSubject;
  readonly body?: string;
  readonly contentType?: string;
  /** Sent exactly once, whatever comes back: every call of a limited token is counted (8). */
  readonly once?: boolean;
  /** To be sent at the same time as others. */
  readonly atOnce?: boolean;
  /** The same call again, since the one before was turned away. */
  readonly isRetry?: boolean;
  /** The conversation it is part of. */
  readonly scenario?: string;
  /** Over the one connection that such requests share; on a fresh one where it is gone. */
  readonly kept?: boolean;
  /** What it says of media types: JSON, unless this is given; none where it is empty. */
  readonly accept?: string;
  /** The encodings that it takes of an answer: of every third GET those that everybody does, unless this is given. */
  readonly encoding?: string;
  readonly way?: RequestEncoding;
  /** Another method than that of the operation, which nothing is said of. */
  readonly method?: 'HEAD' | 'PUT' | 'PATCH' | 'OPTIONS';
  /** Not held to the pace that was found: for whoever measures a limit. */
  readonly unpaced?: boolean;
  /** Something in front of the API may answer: only an answer of the API itself is judged. */
  readonly inFront?: boolean;
  /** Told of the exchange in place of the client's own listener, who judges it. */
  readonly hear?: (exchange: Exchange) => void;
}
