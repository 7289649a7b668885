import type { IncomingMessage, ServerResponse } from 'node:http';

/** Requests whose sender waits to be told to go on before it sends a body (RFC 9110, 10.1.1). */
const waiting = new WeakSet<IncomingMessage>();

export const expectContinue = (req: IncomingMessage): void => void waiting.add(req);

/** Tells the sender of a body to go on, where it waits for that: its body is about to be read. */
export function goOn(req: IncomingMessage, res: ServerResponse): void {
  if (req.headers.expect !== undefined && waiting.delete(req)) res.writeContinue();
}
