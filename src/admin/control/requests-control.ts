import type { SeenExchange } from '../../traffic/exchange.ts';
import { described, hasKeys } from '../../values/described.ts';
import { listed } from '../../values/listed.ts';
import type { RequestFilter, SeenRequests } from '../../worlds/seen-requests.ts';
import type { World } from '../../worlds/world.ts';
import { ControlProblem, invalid } from './problem.ts';

/** What is listed of the requests that a filter leaves. */
export interface ListedRequests extends RequestFilter {
  /** How many of the latest. */
  readonly limit?: number;
  /** Only the one with this id. */
  readonly id?: number;
  /** Default: true. Without, bodies are empty, and `bodiesLeftOut` says so. */
  readonly bodies?: boolean;
}

export function listRequests({ requests }: World, wanted: ListedRequests): SeenExchange[] {
  const { limit, id, bodies = true, ...filter } = wanted;
  const found = requests.list(filter, limit);
  const meant = id === undefined ? found : found.filter((one) => one.id === id);
  return bodies ? meant : meant.map(withoutBodies);
}

function withoutBodies(exchange: SeenExchange): SeenExchange {
  const { body: _, ...request } = exchange.request;
  const response = { ...exchange.response, body: '' };
  return { ...exchange, request, response, bodiesLeftOut: true };
}

/** The expected requests, and their number. */
export interface ExpectedRequests extends RequestFilter {
  /** The exact number. Default: at least one. */
  readonly count?: number;
}

/** Returns the matching requests and marks them as expected; throws a ControlProblem if the number differs. */
export function expectRequests(
  requests: SeenRequests,
  { count, ...filter }: ExpectedRequests,
): SeenExchange[] {
  const found = requests.list(filter);
  const { count: seen, complete } = requests.count(filter);
  const fits = count === undefined ? seen > 0 : complete && seen === count;
  if (fits) {
    requests.expect(found);
    return found;
  }
  const wanted =
    count === undefined ? 'at least one matching request' : `${count} matching requests`;
  const unknown = complete ? '' : ' Some are no longer kept whole, so that they cannot be counted.';
  const related = found.length > 0 ? found : requests.unexpected();
  const hint = related.length > 0 ? ` Seen: ${inWords(related)}.` : '';
  const detail = `Expected ${wanted}, and ${seen} ${seen === 1 ? 'was' : 'were'} seen.${unknown}${hint}`;
  throw new ControlProblem('unexpected', detail);
}

/** Throws a ControlProblem that lists unexpected requests. */
export function expectNoMore(requests: SeenRequests, filter: RequestFilter): void {
  const others = requests.unexpected(filter);
  if (others.length === 0 && requests.mayHideUnexpected(filter)) {
    const { entries, bytes } = requests.limits;
    const detail = `Nobody expected some requests that are no longer kept whole, so that they cannot be told. Expect or clear requests before there are more than ${entries} of them, or ${bytes} bytes.`;
    throw new ControlProblem('unexpected', detail);
  }
  if (others.length === 0) return;
  const count = others.length === 1 ? 'A request was' : `${others.length} requests were`;
  throw new ControlProblem('unexpected', `${count} seen that nobody expected: ${inWords(others)}.`);
}

function inWords(seen: readonly SeenExchange[]): string {
  return listed(seen, ({ id, request, response, outcome }) => {
    const status = response.status || 'no response';
    return `#${id} ${request.method} ${request.url} (${status}, ${outcome})`;
  }).join('; ');
}

/** How many requests to wait for, and how long. */
export interface WantedRequests {
  /** The number of matching requests. Default: 1. */
  readonly count?: number;
  /** Default: 10,000. */
  readonly timeoutMs?: number;
  /** Ends the wait early, like a timeout. */
  readonly signal?: AbortSignal;
}

/** Resolves when this many requests have been seen; throws a ControlProblem after the timeout. */
export async function awaitRequests(
  { requests, gone }: World,
  { count = 1, timeoutMs = 10_000, ...filter }: RequestFilter & Omit<WantedRequests, 'signal'>,
  signal?: AbortSignal,
): Promise<SeenExchange[]> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const ends = [late.signal, gone, ...(signal ? [signal] : [])];
  const seen = await requests.until(count, filter, AbortSignal.any(ends));
  clearTimeout(timer);
  const found = requests.list(filter);
  if (seen) return found;
  const why = gone.aborted ? 'before the world was closed' : `within ${timeoutMs} ms`;
  const detail = `${found.length} of ${count} matching requests were seen ${why}.`;
  throw new ControlProblem('timed-out', detail);
}

/** The signal is no data, and is used as it is: it may be of another realm, as in some test runners. */
export function signalIn<Wanted extends WantedRequests>(wanted: Wanted) {
  if (!hasKeys(wanted)) return { query: wanted, signal: undefined };
  const { signal, ...query } = wanted;
  const { aborted, addEventListener } = Object(signal) as Partial<AbortSignal>;
  const isSignal = typeof aborted === 'boolean' && typeof addEventListener === 'function';
  if (signal !== undefined && !isSignal)
    throw invalid(
      `signal is ${described(signal)}; expected an AbortSignal, such as AbortSignal.timeout(1000)`,
    );
  return { query, signal };
}
