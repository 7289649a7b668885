import type { Refusal } from '../domain/refusal.ts';
import type { RequestContext } from './context.ts';
import type { ProtocolRefusal } from './reply/protocol-reply.ts';
import type { Reply } from './reply/reply.ts';

/** How a connection ends without a response, and what is recorded of that. */
export interface Ending {
  readonly outcome: string;
  readonly why: string;
  readonly end: (context: RequestContext) => void;
}

/** What becomes of a request: a reply, a refusal that is still to be put into one, or no response at all. */
export type Decision = Reply | Refusal | ProtocolRefusal | Ending;

/** One step on the way of a request. Undefined where it leaves the decision to those that follow. */
export type RequestStep = (
  context: RequestContext,
) => Decision | undefined | Promise<Decision | undefined>;
