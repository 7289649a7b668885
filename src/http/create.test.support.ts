import { feed, goodReport, tokens } from './request/sample-values.test.support.ts';

interface Sent extends RequestInit {
  readonly token?: string;
  /** Overrides of fields of the valid report. */
  readonly change?: object;
}

/** The headers of a request with a body, by default of a researcher. */
export function headersOf(token = tokens.researcher) {
  return { Authorization: token, 'Content-Type': 'application/json' };
}

/** A request that creates a valid report. */
export function createRequest({ token, change = {}, ...init }: Sent = {}): RequestInit {
  return {
    method: 'POST',
    headers: headersOf(token),
    body: JSON.stringify({ ...goodReport, ...change }),
    ...init,
  };
}

/** Creates a valid report, by default as a researcher. */
export function create(
  { baseUrl }: { readonly baseUrl: string },
  sent: Sent = {},
): Promise<Response> {
  return fetch(`${baseUrl}${feed}`, createRequest(sent));
}
