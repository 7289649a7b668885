import type { SeenExchange } from '../../traffic/exchange.ts';
import { listed } from '../../values/listed.ts';
import type { RequestFilter, SeenRequests } from '../../worlds/seen-requests.ts';
import { ControlProblem } from './problem.ts';

/** The expected requests, and their number. */
export interface ExpectedRequests extends RequestFilter {
  /** The exact number. Default: at least one. */
  readonly count?: number;
}

/** Returns the matching requests and marks them as expected; throws a ControlProblem if the number differs. */
export function expectRequests(
  requests: SeenRequests,
  { count, ...filter }: ExpectedRequests,
): readonly SeenExchange[] {
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
