import type { SeenExchange } from '../../../traffic/exchange.ts';

/** Requests as the server lists them: the oldest first. */
export interface KeptRequests {
  readonly requests: readonly SeenExchange[];
  readonly dropped: number;
}

/** The server's limit. */
const mostKept = 5000;

/** The requests that the console has, and those that wait while nothing is to move. */
export class RequestList {
  /** Newest first. */
  seen: readonly SeenExchange[] = [];
  /** How many were left out since they are too old. */
  dropped = 0;
  /** Whether the server has said what it has. */
  isKnown = false;
  isPaused = false;
  #arrived: SeenExchange[] = [];

  /** How many have arrived and are not among those seen yet. */
  get arrivedCount(): number {
    return this.#arrived.length;
  }

  arrive(exchange: SeenExchange): void {
    this.#arrived = [...this.#arrived.slice(1 - mostKept), exchange];
  }

  /** Shows what has arrived, unless it is paused. */
  takeIn(): void {
    if (this.isPaused) return;
    const known = new Set(this.seen.map(({ id }) => id));
    const fresh = this.#arrived.filter(({ id }) => !known.has(id)).reverse();
    this.#arrived = [];
    this.dropped += Math.max(fresh.length + this.seen.length - mostKept, 0);
    this.seen = [...fresh, ...this.seen].slice(0, mostKept);
  }

  replace({ requests, dropped }: KeptRequests): void {
    this.seen = requests.slice(-mostKept).reverse();
    this.dropped = dropped;
    this.isKnown = true;
    this.#arrived = [];
  }

  /** What was cleared meanwhile does not come back. */
  addOlder({ requests, dropped }: KeptRequests): void {
    const oldest = this.seen.at(-1)?.id ?? 0;
    const older = requests.filter(({ id }) => id < oldest).reverse();
    this.seen = [...this.seen, ...older].slice(0, mostKept);
    this.dropped = dropped;
  }

  /** For another world, which has not said yet what it has. */
  forget(): void {
    this.seen = [];
    this.dropped = 0;
    this.isKnown = false;
    this.#arrived = [];
  }
}
