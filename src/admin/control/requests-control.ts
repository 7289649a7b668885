import type { SeenExchange } from '../../traffic/exchange.ts';
import { type Har, harOf } from '../../traffic/har.ts';
import { described, hasKeys } from '../../values/described.ts';
import { guarded } from '../../values/guarded.ts';
import { version } from '../../values/package-root.ts';
import type {
  RequestCount,
  RequestFilter,
  SeenRequestsLimits,
} from '../../worlds/seen-requests.ts';
import type { World } from '../../worlds/world.ts';
import { awaitRequests, type WantedRequests } from './awaited-requests.ts';
import { type ExpectedRequests, expectNoMore, expectRequests } from './expectations.ts';
import { type ClientFinding, expectNoFindings, findingsOf } from './findings.ts';
import { ControlProblem } from './problem.ts';
import { checkOptional } from './request-check.ts';

/** The control plane of a world is below its base URL. */
export function adminUrlOf(baseUrl: string): string {
  return `${baseUrl}/__admin`;
}

/** What is listed of the requests that a filter leaves. */
interface ListedRequests {
  /** How many of the latest. */
  readonly limit?: number;
  /** Only the one with this id. */
  readonly id?: number;
  /** Default: true. Without, bodies are empty, and `bodiesLeftOut` says so. */
  readonly bodies?: boolean;
}

function withoutBodies(exchange: SeenExchange): SeenExchange {
  const { body: _, ...request } = exchange.request;
  const response = { ...exchange.response, body: '' };
  return { ...exchange, request, response, bodiesLeftOut: true };
}

/** The signal is no data, and is used as it is: it may be of another realm, as in some test runners. */
function withoutSignal(wanted: WantedRequests): object {
  if (!hasKeys(wanted)) return wanted;
  const { signal, ...asked } = wanted;
  const { aborted, addEventListener } = Object(signal) as Partial<AbortSignal>;
  const isSignal = typeof aborted === 'boolean' && typeof addEventListener === 'function';
  if (signal !== undefined && !isSignal) {
    const detail = `signal is ${described(signal)}; expected an AbortSignal, such as AbortSignal.timeout(1000)`;
    throw new ControlProblem('invalid-request', detail);
  }
  return asked;
}

/** Observes the requests to one world. */
export class RequestsControl {
  readonly #world: () => World;
  readonly #baseUrl: () => string;

  /**
   * The world is looked up on every use, since it may have been dropped.
   * @internal
   */
  constructor(world: () => World, baseUrl: () => string) {
    this.#world = world;
    this.#baseUrl = baseUrl;
    // Methods work when they are destructured.
    for (
      let of = Object.getPrototypeOf(this);
      of !== Object.prototype;
      of = Object.getPrototypeOf(of)
    )
      for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(of)))
        if (typeof value === 'function' && name !== 'constructor' && !Object.hasOwn(this, name))
          Object.defineProperty(this, name, {
            value: value.bind(this),
            configurable: true,
            writable: true,
          });
  }

  /** `{base_url}` of the feed. */
  get baseUrl(): string {
    return this.#baseUrl();
  }

  /** `{analysis_url}` of the lookup. */
  get analysisUrl(): string {
    return this.#baseUrl();
  }

  /** The URL of its control plane. */
  get adminUrl(): string {
    return adminUrlOf(this.#baseUrl());
  }

  /** The requests seen, oldest first; with a limit, the newest ones. */
  requests(wanted: RequestFilter & ListedRequests = {}): SeenExchange[] {
    checkOptional('listRequests', wanted);
    const { limit, id, bodies = true, ...filter } = wanted;
    const found = this.#world().requests.list(filter, limit);
    const meant = id === undefined ? found : found.filter((one) => one.id === id);
    return bodies ? meant : meant.map(withoutBodies);
  }

  /** The answered requests as HAR 1.2; tokens are replaced by placeholders. */
  har(filter: RequestFilter = {}): Har {
    checkOptional('exportRequests', filter);
    const { baseUrl } = this;
    return harOf(this.#world().requests.list(filter), { baseUrl, version: version() });
  }

  /** What clients did against the specification, from the requests seen. */
  findings(): readonly ClientFinding[] {
    return findingsOf(this.requests());
  }

  /** Throws if a client did anything that the specification rules out or, unless a kind is given, leaves open. */
  expectNoFindings(filter: { readonly kind?: ClientFinding['kind'] } = {}): void {
    checkOptional('expectNoFindings', filter);
    expectNoFindings(this.requests(), filter);
  }

  /** The number of requests that are kept. */
  countRequests(filter: RequestFilter = {}): number {
    return this.requestCount(filter).count;
  }

  /** The same, and whether the count is complete. */
  requestCount(filter: RequestFilter = {}): RequestCount {
    checkOptional('countRequests', filter);
    return this.#world().requests.count(filter);
  }

  /** The limits of kept requests and bytes; beyond them, the oldest are dropped. */
  get requestLimits(): SeenRequestsLimits {
    return this.#world().requests.limits;
  }

  /** Returns the matching requests and marks them as expected; throws if the number differs. */
  expectRequests(expected: ExpectedRequests = {}): readonly SeenExchange[] {
    checkOptional('expectRequests', expected);
    return expectRequests(this.#world().requests, expected);
  }

  /** Throws if there are requests that no `expectRequests` has matched. */
  expectNoMore(filter: RequestFilter = {}): void {
    checkOptional('expectNoMore', filter);
    expectNoMore(this.#world().requests, filter);
  }

  /** Clears the requests seen. */
  clearRequests(): void {
    this.#world().requests.clear();
  }

  /** The number of requests dropped to make room for later ones. */
  get requestsDropped(): number {
    return this.#world().requests.dropped;
  }

  /** Resolves when this many requests have been seen; throws a ControlProblem after the timeout. */
  async waitForRequests(wanted: RequestFilter & WantedRequests = {}): Promise<SeenExchange[]> {
    checkOptional('waitForRequests', withoutSignal(wanted));
    return awaitRequests(this.#world(), wanted);
  }

  /**
   * Calls the listener for every request from now on; returns a function that unsubscribes. A listener that throws
   * is a warning of the process, and ends nothing.
   */
  onRequest(listener: (seen: SeenExchange) => void): () => void {
    if (typeof listener !== 'function') {
      const detail = `onRequest() takes a function, and got ${described(listener)}.`;
      throw new ControlProblem('invalid-request', detail);
    }
    const hear = guarded('A listener of onRequest()', listener);
    return this.#world().requests.watch((seen) => {
      if (seen !== 'cleared') hear(seen);
    });
  }
}
