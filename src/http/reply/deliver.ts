import type { Ending, RequestContext } from '../context.ts';
import { leftOf, sendReply } from '../fault-table.ts';
import { bugEntry } from '../request-log.ts';
import type { Reply } from './reply.ts';
import { serverErrorReply } from './reply-to.ts';
import { type SentBody, send, serialize } from './written.ts';

/** What became of a request. */
export interface Delivered {
  readonly result: Reply | Ending;
  readonly sent: SentBody;
}

/** Sends a reply, subject to delivery faults. */
export function deliver(context: RequestContext, answer: Reply): Delivered {
  const { server, req, res } = context;
  const reply = leftOf(context, answer);
  if ('end' in reply) return endConnection(context, reply);
  try {
    const made = serialize(reply, server.headersFor(req));
    return { result: reply, sent: sendReply(context, reply.status, made) };
  } catch (error) {
    if (res.headersSent) throw error;
    // Node rejects some headers, and some values cannot be serialised.
    server.log(bugEntry(error, context.withoutTokens));
    const apology = serverErrorReply(context, answer);
    const made = serialize(apology, server.headersFor(req));
    send(res, apology.status, made);
    return { result: apology, sent: { body: made.text } };
  }
}

/** Ends the connection, before the operation runs or instead of its reply. */
export function endConnection(context: RequestContext, ending: Ending): Delivered {
  ending.end(context);
  return { result: ending, sent: { body: '' } };
}
