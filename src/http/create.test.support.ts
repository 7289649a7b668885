import { goodReport } from './request/corpus/sample-values.test.support.ts';

interface Sent extends RequestInit {
  readonly token?: string;
  /** What differs from the good report. */
  readonly change?: object;
}

/** Creates a good report, as a researcher where no other token is given. */
export const create = (
  { baseUrl }: { readonly baseUrl: string },
  { token = 'token-researcher-1', change = {}, ...init }: Sent = {},
): Promise<Response> =>
  fetch(`${baseUrl}/feed/tunnelco/api`, {
    method: 'POST',
    headers: { Authorization: token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...goodReport, ...change }),
    ...init,
  });
