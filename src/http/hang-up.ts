import type { Response } from 'express';
import type { ConnectionEnding } from '../worlds/fault-rule.ts';
import type { RequestContext } from './context.ts';
import type { Reply } from './reply/reply.ts';
import { recordRequest } from './request-record.ts';

const endings = {
  drop: { outcome: 'dropped', why: 'A fault cut the connection' },
  reset: { outcome: 'reset', why: 'A fault reset the connection' },
  hang: { outcome: 'hung', why: 'A fault left the request without a response' },
};

/** Ends the connection as the fault demands, before the operation runs or instead of its reply. */
export function closeConnection(
  context: RequestContext,
  { type }: ConnectionEnding,
  unsent?: Reply,
): void {
  const { outcome, why } = endings[type];
  const after = unsent
    ? `, after the service had responded with ${unsent.status} (${unsent.outcome}).`
    : '.';
  recordRequest(context, { reply: { outcome, why: `${why}${after}` } });
  const { req, res, world } = context;
  if (type === 'hang') hold(res, world.gone);
  // RFC 9293, 3.5.2: sends RST, not FIN.
  else if (type === 'reset') (req.carrier ?? req.socket).resetAndDestroy();
  else req.socket.destroy();
}

/** Waits until the client disconnects or the world is removed. */
function hold(res: Response, gone: AbortSignal): void {
  const end = () => void res.req.socket.destroy();
  if (gone.aborted) return void end();
  gone.addEventListener('abort', end, { once: true });
  res.once('close', () => gone.removeEventListener('abort', end));
}
