import type { components } from '../spec/admin.generated.ts';
import type { NewSeenExchange, SeenExchange } from '../traffic/exchange.ts';
import { isWanted, parsed } from './request-content.ts';

/** A filter; all given conditions must hold. */
export type RequestFilter = components['schemas']['RequestFilter'];

/** How many requests are kept that match. */
export interface RequestCount {
  readonly count: number;
  /** False where requests that are no longer kept may match as well. */
  readonly complete: boolean;
}

export interface SeenRequestsLimits {
  readonly entries: number;
  readonly bytes: number;
}

/** Serialised on first read: most requests are never read. */
class Entry {
  readonly size: number;
  readonly id: number;
  #write: (() => NewSeenExchange) | undefined;
  #exchange: SeenExchange | undefined;

  constructor(id: number, size: number, write: () => NewSeenExchange) {
    this.id = id;
    this.size = size;
    this.#write = write;
  }

  get exchange(): SeenExchange {
    if (this.#write) this.#exchange = { id: this.id, ...this.#write() };
    this.#write = undefined;
    return this.#exchange as SeenExchange;
  }
}

type Listener = (seen: SeenExchange | 'cleared') => void;

/** The most recent requests of a world, bounded in number and size. */
export class SeenRequests {
  readonly #limits: SeenRequestsLimits;
  readonly #listeners = new Set<Listener>();
  #expected = new Set<number>();
  /** The id of the latest request that was evicted before anybody expected it. */
  #missed = 0;
  #entries: Entry[] = [];
  #bytes = 0;
  #nextId = 1;
  #dropped = 0;

  constructor(limits: SeenRequestsLimits) {
    this.#limits = limits;
  }

  /** Number and bytes of the requests kept. */
  get limits(): SeenRequestsLimits {
    return this.#limits;
  }

  /** The number of evicted requests. */
  get dropped(): number {
    return this.#dropped;
  }

  get watched(): boolean {
    return this.#listeners.size > 0;
  }

  /** The id after which no request has been evicted. */
  get complete(): number {
    return (this.#entries[0]?.id ?? this.#nextId) - 1;
  }

  add(unnumbered: NewSeenExchange): void {
    this.addLazily(JSON.stringify(unnumbered).length, () => unnumbered);
  }

  /** Records a request of about this size; serialised when it is read. */
  addLazily(size: number, write: () => NewSeenExchange): void {
    const entry = new Entry(this.#nextId, size, write);
    this.#nextId += 1;
    this.#entries.push(entry);
    this.#bytes += size;
    while (this.#entries.length > this.#limits.entries || this.#bytes > this.#limits.bytes) {
      const evicted = this.#entries.shift() as Entry;
      if (!this.#expected.has(evicted.id)) this.#missed = evicted.id;
      this.#bytes -= evicted.size;
      this.#dropped += 1;
    }
    if (this.watched) this.#tell(entry.exchange);
  }

  /** Oldest first. With a limit, the latest matches. */
  list(filter: RequestFilter = {}, limit = Infinity): SeenExchange[] {
    const found = this.#entries
      .map(({ exchange }) => exchange)
      .filter((one) => matches(one, filter));
    return found.slice(Math.max(found.length - limit, 0));
  }

  count(filter: RequestFilter = {}): RequestCount {
    const isKept = this.#dropped === 0 || (filter.since ?? 0) >= this.complete;
    const isTold = this.#untold(filter).length === 0;
    return { count: this.list(filter).length, complete: isKept && isTold };
  }

  /** Requests of whose bodies nothing or only the beginning is known, which may match. */
  #untold({ body, exact, hash, tag, ...others }: RequestFilter): SeenExchange[] {
    const isOfBody = [body, hash, tag].some((wanted) => wanted !== undefined);
    if (!isOfBody) return [];
    return this.list(others).filter(
      ({ bodyNotRead, truncated, request }) =>
        bodyNotRead || (truncated && typeof parsed(request.body) === 'string'),
    );
  }

  /** Marks requests as expected. */
  expect(expected: readonly SeenExchange[]): void {
    const kept = [...this.#expected].filter((id) => id > this.complete);
    this.#expected = new Set([...kept, ...expected.map(({ id }) => id)]);
  }

  /** Matching requests that are not marked as expected. */
  unexpected(filter: RequestFilter = {}): SeenExchange[] {
    return this.list(filter).filter(({ id }) => !this.#expected.has(id));
  }

  /** Whether too little is kept to tell that there is no other unexpected one. */
  mayHideUnexpected(filter: RequestFilter = {}): boolean {
    return (
      this.#missed > (filter.since ?? 0) ||
      this.#untold(filter).some(({ id }) => !this.#expected.has(id))
    );
  }

  clear(): void {
    this.#entries = [];
    this.#expected = new Set();
    this.#missed = 0;
    this.#bytes = 0;
    this.#dropped = 0;
    this.#tell('cleared');
  }

  /** Ids start again at 1. */
  reset(): void {
    this.#nextId = 1;
    this.clear();
  }

  /** Calls the listener for every new request; returns an unsubscribe function. */
  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves with whether the number of matching requests was reached before the signal. */
  until(wanted: number, filter: RequestFilter, signal: AbortSignal): Promise<boolean> {
    let count = this.list(filter).length;
    return new Promise((resolve) => {
      if (count >= wanted || signal.aborted) return resolve(count >= wanted);
      const done = (answer: boolean) => {
        stop();
        signal.removeEventListener('abort', late);
        resolve(answer);
      };
      const late = () => done(false);
      const stop = this.watch((seen) => {
        if (seen === 'cleared') count = 0;
        else if (matches(seen, filter)) count += 1;
        if (count >= wanted) done(true);
      });
      signal.addEventListener('abort', late);
    });
  }

  #tell(seen: SeenExchange | 'cleared'): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(seen);
      } catch (error) {
        // A failing listener does not affect the response; its error is rethrown to its owner.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

function matches(seen: SeenExchange, filter: RequestFilter): boolean {
  const { id, operation, caller, request, response, outcome } = seen;
  return (
    (filter.since === undefined || id > filter.since) &&
    (filter.operation === undefined || operation === filter.operation) &&
    (filter.caller === undefined || caller === filter.caller) &&
    (filter.status === undefined || response.status === filter.status) &&
    (filter.outcome === undefined || outcome === filter.outcome) &&
    (filter.unmatched === undefined || (operation === undefined) === filter.unmatched) &&
    (filter.url === undefined || request.url.includes(filter.url)) &&
    isWanted(request, filter)
  );
}
