import type { components } from '../spec/admin.generated.ts';
import type { NewSeenExchange, SeenExchange } from '../traffic/exchange.ts';
import { RequestCounter, type RequestCounts } from './request-counter.ts';
import { differencesFrom, parsed } from './request-differences.ts';

/** A filter; all given conditions must hold. */
export type RequestFilter = components['schemas']['RequestFilter'];

/** How many requests were seen. */
export interface RequestCount {
  readonly count: number;
  /** False where evicted requests may also match. */
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
  readonly kind: RequestCounts;
  #write: (() => NewSeenExchange) | undefined;
  #exchange: SeenExchange | undefined;

  constructor(id: number, kind: RequestCounts, size: number, write: () => NewSeenExchange) {
    this.id = id;
    this.kind = kind;
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
  readonly #tally = new RequestCounter();
  /** Those that were evicted before anybody expected them. */
  readonly #unexpectedTally = new RequestCounter();
  #expected = new Set<number>();
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

  /** The id of the latest request; 0 without one. */
  get latest(): number {
    return this.#nextId - 1;
  }

  /** The id after which no request has been evicted. */
  get complete(): number {
    return (this.#entries[0]?.id ?? this.#nextId) - 1;
  }

  /** The first request after this id. Ids have no gaps. */
  after(id: number): SeenExchange | undefined {
    return this.#entries[Math.max(0, id - this.complete)]?.exchange;
  }

  add(unnumbered: NewSeenExchange): void {
    const { operation, caller, response, outcome } = unnumbered;
    const kind = { operation, caller, status: response.status, outcome };
    this.addLazily(JSON.stringify(unnumbered).length, () => unnumbered, kind);
  }

  /** Records a request of about this size; serialised when it is read. */
  addLazily(size: number, write: () => NewSeenExchange, kind: RequestCounts): void {
    this.#tally.add(kind);
    const entry = new Entry(this.#nextId, kind, size, write);
    this.#nextId += 1;
    this.#entries.push(entry);
    this.#bytes += size;
    while (this.#entries.length > this.#limits.entries || this.#bytes > this.#limits.bytes) {
      const evicted = this.#entries.shift() as Entry;
      if (!this.#expected.has(evicted.id)) this.#unexpectedTally.add(evicted.kind);
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

  /** Counts all requests since the last clear, including evicted ones where possible. */
  count(filter: RequestFilter = {}): RequestCount {
    const all = isByKind(filter) ? this.#tally.count((kind) => isOfKind(kind, filter)) : undefined;
    if (all !== undefined) return { count: all, complete: true };
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
    const evicted = this.#unexpectedTally.count((kind) => isOfKind(kind, filter)) ?? 1;
    const isEvicted = evicted > 0 && (filter.since ?? 0) < this.complete;
    return isEvicted || this.#untold(filter).some(({ id }) => !this.#expected.has(id));
  }

  clear(): void {
    this.#entries = [];
    this.#tally.clear();
    this.#unexpectedTally.clear();
    this.#expected = new Set();
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
    isOfKind({ operation, caller, status: response.status, outcome }, filter) &&
    (filter.url === undefined || request.url.includes(filter.url)) &&
    differencesFrom(request, filter).length === 0
  );
}

const kinds: ReadonlySet<string> = new Set<keyof RequestFilter>([
  'operation',
  'caller',
  'status',
  'outcome',
  'unmatched',
]);

/** Whether it asks only for what is known of requests that are no longer kept. */
function isByKind(filter: RequestFilter): boolean {
  return Object.entries(filter).every(([name, value]) => value === undefined || kinds.has(name));
}

function isOfKind(kind: RequestCounts, filter: RequestFilter): boolean {
  return (
    (filter.operation === undefined || kind.operation === filter.operation) &&
    (filter.caller === undefined || kind.caller === filter.caller) &&
    (filter.status === undefined || kind.status === filter.status) &&
    (filter.outcome === undefined || kind.outcome === filter.outcome) &&
    (filter.unmatched === undefined || (kind.operation === undefined) === filter.unmatched)
  );
}
