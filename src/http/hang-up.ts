import type { Response } from 'express';
import type { Ending } from '../worlds/fault-rule.ts';
import type { Exchange } from './exchange.ts';
import { note } from './note.ts';
import type { Reply } from './reply/reply.ts';
import { resetConnection } from './reset-connection.ts';

const sentences = {
  drop: { outcome: 'dropped', why: 'A fault cut the connection' },
  reset: { outcome: 'reset', why: 'A fault reset the connection' },
  hang: { outcome: 'hung', why: 'A fault let the caller wait for ever' },
};

/** Ends a connection as a fault says, before the service was asked or instead of its reply. */
export function hangUp(exchange: Exchange, { type }: Ending, unsent?: Reply): void {
  const { outcome, why } = sentences[type];
  const after = unsent
    ? `, after the service had answered ${unsent.status} (${unsent.outcome}).`
    : '.';
  note(exchange, { reply: { outcome, why: `${why}${after}` } });
  const { req, res, world } = exchange;
  if (type === 'hang') hold(res, world.gone);
  else if (type === 'reset') resetConnection(req.socket);
  else req.socket.destroy();
}

/** Until the caller hangs up, or the world is gone. */
function hold(res: Response, gone: AbortSignal): void {
  const end = () => void res.req.socket.destroy();
  if (gone.aborted) return void end();
  gone.addEventListener('abort', end, { once: true });
  res.once('close', () => gone.removeEventListener('abort', end));
}
