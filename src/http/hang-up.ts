import type { Response } from 'express';
import type { ConnectionEnding } from '../worlds/fault-rule.ts';
import type { RequestContext } from './context.ts';
import type { Reply } from './reply/reply.ts';

/** Why there is no response: a fault, or the client has gone. */
export type Ending = ConnectionEnding['type'] | 'gone';

/** What is recorded of a request without a response. */
export interface Unanswered {
  readonly reply: { readonly outcome: string; readonly why: string };
}

const endings = {
  drop: { outcome: 'dropped', why: 'A fault cut the connection' },
  reset: { outcome: 'reset', why: 'A fault reset the connection' },
  hang: { outcome: 'hung', why: 'A fault left the request without a response' },
  gone: { outcome: 'client-gone', why: 'The client disconnected during a delay' },
};

/** Ends the connection, before the operation runs or instead of its reply. */
export function endConnection(context: RequestContext, ending: Ending, unsent?: Reply): Unanswered {
  const { req, res, world } = context;
  if (ending === 'hang') hold(res, world.gone);
  // RFC 9293, 3.5.2: sends RST, not FIN.
  else if (ending === 'reset') (req.carrier ?? req.socket).resetAndDestroy();
  else if (ending === 'drop') req.socket.destroy();
  const { outcome, why } = endings[ending];
  const after = unsent
    ? `, after the service had responded with ${unsent.status} (${unsent.outcome}).`
    : '.';
  return { reply: { outcome, why: `${why}${after}` } };
}

/** Waits until the client disconnects or the world is removed. */
function hold(res: Response, gone: AbortSignal): void {
  const end = () => void res.req.socket.destroy();
  if (gone.aborted) return void end();
  gone.addEventListener('abort', end, { once: true });
  res.once('close', () => gone.removeEventListener('abort', end));
}
