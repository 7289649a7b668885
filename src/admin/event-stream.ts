import type { Request, Response } from 'express';
import type { SeenExchange } from '../traffic/exchange.ts';
import type { World } from '../worlds/world.ts';

/** Milliseconds for a reader to take what was sent before it is disconnected. */
const patience = 5_000;

/** Streams requests as server-sent events until either side disconnects. */
export function streamRequests(
  world: World,
  req: Request,
  res: Response,
  shown: (seen: SeenExchange) => SeenExchange,
): void {
  res.status(200).set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
  // Express handles HEAD like GET, and this would never end.
  if (req.method === 'HEAD') return void res.end();
  const start = whereItWas(req, world.requests);
  new EventStream(world, res, (seen) => eventOf(seen, shown), start).begin();
}

/**
 * The stream of one reader. Nothing is buffered for a slow one: what it has not received yet is read from the
 * kept requests, and a reader that has missed requests no longer kept is told so and disconnected.
 */
class EventStream {
  readonly #requests: World['requests'];
  readonly #gone: AbortSignal;
  readonly #res: Response;
  readonly #eventOf: (seen: SeenExchange) => string;
  #stopWatching = () => {};
  #sentId: number;
  #wasCleared = false;
  #isFull = false;

  constructor(
    { requests, gone }: World,
    res: Response,
    eventOf: (seen: SeenExchange) => string,
    start: number,
  ) {
    this.#requests = requests;
    this.#gone = gone;
    this.#res = res;
    this.#eventOf = eventOf;
    this.#sentId = start;
  }

  begin(): void {
    this.#stopWatching = this.#requests.watch((seen) => this.#notice(seen));
    this.#res.on('drain', () => {
      this.#isFull = false;
      if (!this.#res.writableEnded) this.#catchUp();
    });
    this.#res.on('close', this.#leave);
    this.#res.on('error', this.#leave);
    this.#gone.addEventListener('abort', this.#end);
    // The reader learns that it is connected only when something is sent.
    this.#write(': connected\n\n');
    this.#catchUp();
    if (this.#gone.aborted) this.#end();
  }

  #notice(seen: SeenExchange | 'cleared'): void {
    if (seen === 'cleared') {
      this.#wasCleared = true;
      this.#sentId = this.#requests.latest;
    }
    this.#catchUp();
    if (this.#requests.complete > this.#sentId) this.#hangUp(tooSlow);
  }

  #catchUp(): void {
    if (this.#wasCleared && !this.#isFull) {
      this.#wasCleared = false;
      this.#write('event: cleared\ndata: {}\n\n');
    }
    while (!this.#isFull) {
      const next = this.#requests.after(this.#sentId);
      if (!next) return;
      this.#sentId = next.id;
      this.#write(this.#eventOf(next));
    }
  }

  #write(event: string): void {
    this.#isFull = !this.#res.write(event);
  }

  #hangUp(lastEvent: string): void {
    this.#leave();
    this.#res.end(lastEvent);
    const timer = setTimeout(() => this.#res.destroy(), patience).unref();
    this.#res.once('close', () => clearTimeout(timer));
  }

  readonly #end = (): void => this.#hangUp('');

  readonly #leave = (): void => {
    this.#stopWatching();
    this.#gone.removeEventListener('abort', this.#end);
  };
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
