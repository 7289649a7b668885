import type { Request, Response } from 'express';
import type { SeenRequest } from '../worlds/seen-request.ts';
import type { World } from '../worlds/world.ts';

/** Milliseconds in which a reader may take what was sent before it is hung up on. */
const patience = 5_000;

/**
 * Requests as they come, as server-sent events, until either side hangs up. Nothing piles up for a
 * reader who does not read: what it has not taken is found among the requests the world keeps, and
 * a reader for whom these are no longer complete is told so and hung up on.
 */
export function streamRequests({ requests, gone }: World, req: Request, res: Response): void {
  res.status(200).set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
  // Express answers HEAD as it does GET, and this would never end.
  if (req.method === 'HEAD') return void res.end();
  let told = whereItWas(req, requests);
  let wasCleared = false;
  let isFull = false;
  const write = (event: string) => {
    isFull = !res.write(event);
  };

  const catchUp = () => {
    if (wasCleared && !isFull) {
      wasCleared = false;
      write('event: cleared\ndata: {}\n\n');
    }
    for (let next = requests.after(told); next && !isFull; next = requests.after(told)) {
      told = next.id;
      write(eventOf(next));
    }
  };
  const stop = requests.watch((request) => {
    if (request === 'cleared') {
      wasCleared = true;
      told = requests.latest;
    }
    catchUp();
    if (requests.complete > told) hangUp(tooSlow);
  });
  const hangUp = (word = '') => {
    leave();
    res.end(word);
    const timer = setTimeout(() => res.destroy(), patience).unref();
    res.once('close', () => clearTimeout(timer));
  };
  const end = () => hangUp();
  const leave = () => {
    stop();
    gone.removeEventListener('abort', end);
  };
  res.on('drain', () => {
    isFull = false;
    if (!res.writableEnded) catchUp();
  });
  res.on('close', leave);
  res.on('error', leave);
  gone.addEventListener('abort', end);
  // Something has to be sent for the reader to know that it is connected.
  write(': connected\n\n');
  catchUp();
  if (gone.aborted) end();
}

const eventOf = (request: SeenRequest): string =>
  `id: ${request.id}\nevent: request\ndata: ${JSON.stringify(request)}\n\n`;

const tooSlow = `event: dropped\ndata: ${JSON.stringify({
  why: 'Requests came faster than they were read, and the oldest had to make room. Connect again.',
})}\n\n`;

/** A browser that lost the connection says where it was; others begin with what comes. */
function whereItWas(req: Request, { complete, latest }: World['requests']): number {
  const said = String(req.get('Last-Event-ID') ?? req.query.since);
  return /^[0-9]+$/.test(said) ? Math.min(Math.max(Number(said), complete), latest) : latest;
}
