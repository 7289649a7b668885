import type { Request, Response } from 'express';
import type { SeenRequest } from '../worlds/seen-request.ts';
import type { World } from '../worlds/world.ts';

/** Bytes that wait for a reader; more than a world keeps. */
const mostUnread = 8 * 1024 * 1024;

/** Requests as they come, as server-sent events, until either side hangs up. */
export function streamRequests({ requests, gone }: World, req: Request, res: Response): void {
  res.status(200).set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
  const send = (request: SeenRequest | 'cleared') => {
    // Nobody keeps for a reader who has gone to sleep; it comes back and says where it was.
    if (res.writableLength > mostUnread) {
      res.destroy();
      return;
    }
    res.write(
      request === 'cleared'
        ? 'event: cleared\ndata: {}\n\n'
        : `id: ${request.id}\nevent: request\ndata: ${JSON.stringify(request)}\n\n`,
    );
  };
  // Something has to be sent for the reader to know that it is connected.
  res.write(': connected\n\n');
  const since = lastSeen(req);
  if (since !== undefined) for (const request of requests.list({ since })) send(request);
  const stop = requests.watch(send);
  const end = () => void res.end();
  gone.addEventListener('abort', end);
  res.once('close', () => {
    stop();
    gone.removeEventListener('abort', end);
  });
  if (gone.aborted) end();
}

/** A browser that lost the connection says where it was. */
function lastSeen(req: Request): number | undefined {
  const said = req.get('Last-Event-ID') ?? req.query.since;
  return said === undefined || !/^[0-9]+$/.test(String(said)) ? undefined : Number(said);
}
