import { goodReport } from './request/corpus/sample-values.test.support.ts';

interface Sent extends RequestInit {
  readonly token?: string;
  /** Overrides of fields of the valid report. */
  readonly change?: object;
}

/** Creates a valid report, by default as a researcher. */
export function create(
  { baseUrl }: { readonly baseUrl: string },
  { token = 'token-researcher-1', change = {}, ...init }: Sent = {},
): Promise<Response> {
  return fetch(`${baseUrl}/feed/tunnelco/api`, {
    method: 'POST',
    headers: { Authorization: token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...goodReport, ...change }),
    ...init,
  });
}
