import type { Request, Response } from 'express';
import type { SeenExchange } from '../traffic/exchange.ts';
import type { World } from '../worlds/world.ts';

/** Milliseconds for a reader to take what was sent before it is disconnected. */
const patience = 5_000;

/**
 * Streams requests as server-sent events until either side disconnects. Nothing is buffered for a slow
 * reader: what it has not received yet is read from the kept requests, and a reader that has missed
 * requests no longer kept is told so and disconnected.
 */
export function streamRequests(
  { requests, gone }: World,
  req: Request,
  res: Response,
  shown: (seen: SeenExchange) => SeenExchange,
): void {
  res.status(200).set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
  // Express handles HEAD like GET, and this would never end.
  if (req.method === 'HEAD') return void res.end();
  let sentId = whereItWas(req, requests);
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
    for (let next = requests.after(sentId); next && !isFull; next = requests.after(sentId)) {
      sentId = next.id;
      write(eventOf(next, shown));
    }
  };
  const stop = requests.watch((seen) => {
    if (seen === 'cleared') {
      wasCleared = true;
      sentId = requests.latest;
    }
    catchUp();
    if (requests.complete > sentId) hangUp(tooSlow);
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
  // The reader learns that it is connected only when something is sent.
  write(': connected\n\n');
  catchUp();
  if (gone.aborted) end();
}

/** The same text for every reader. */
const events = new WeakMap<SeenExchange, string>();

function eventOf(seen: SeenExchange, shown: (seen: SeenExchange) => SeenExchange): string {
  const known = events.get(seen);
  if (known !== undefined) return known;
  const event = `id: ${seen.id}\nevent: request\ndata: ${JSON.stringify(shown(seen))}\n\n`;
  events.set(seen, event);
  return event;
}

const tooSlow = `event: dropped\ndata: ${JSON.stringify({
  why: 'Requests came faster than they were read, and the oldest had to make room. Connect again.',
})}\n\n`;

/** A reconnecting browser sends Last-Event-ID; other readers start with the next request. */
function whereItWas(req: Request, { complete, latest }: World['requests']): number {
  const lastId = String(req.get('Last-Event-ID') ?? req.query.since);
  return /^[0-9]+$/.test(lastId) ? Math.min(Math.max(Number(lastId), complete), latest) : latest;
}
