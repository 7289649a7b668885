import { isEnding } from '../../worlds/fault-rule.ts';
import type { RequestContext } from '../context.ts';
import { endConnection, type Unanswered } from '../hang-up.ts';
import { bugEntry } from '../request-log.ts';
import { deliverBadly, halfOf } from './delivery.ts';
import { faultReply } from './fault-reply.ts';
import type { Reply } from './reply.ts';
import { serverErrorReply } from './reply-to.ts';
import { send, serialize } from './written.ts';

/** What was sent. */
export interface Delivered {
  readonly reply: Reply;
  readonly text: string;
  readonly isCut?: boolean;
}

/** Sends a reply, subject to delivery faults. */
export function deliver(context: RequestContext, answer: Reply): Delivered | Unanswered {
  const { server, res, interference } = context;
  const delivery = interference?.delivery;
  const reply = delivery?.type === 'reply' ? faultReply(delivery, context) : answer;
  if (delivery && isEnding(delivery)) return endConnection(context, delivery.type, reply);
  try {
    return deliverReply(context, reply);
  } catch (error) {
    if (res.headersSent) throw error;
    // Node rejects some headers, and some values cannot be serialised.
    server.log(bugEntry(error));
    const apology = serverErrorReply(context, answer);
    const made = serialize(apology, server.headers);
    send(res, apology.status, made);
    return { reply: apology, text: made.text };
  }
}

function deliverReply({ server, res, interference }: RequestContext, reply: Reply): Delivered {
  const delivery = interference?.delivery;
  const made = serialize(reply, server.headers);
  if (delivery?.type !== 'half' && delivery?.type !== 'slow') {
    send(res, reply.status, made);
    return { reply, text: made.text };
  }
  deliverBadly(res, reply, made, delivery, server.pause).catch((error) => {
    server.log(bugEntry(error));
    res.destroy();
  });
  const isCut = delivery.type === 'half';
  const text = isCut ? halfOf(Buffer.from(made.text)).toString() : made.text;
  return { reply, text, isCut };
}
