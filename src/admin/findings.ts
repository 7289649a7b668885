import { ClientJudge, type ClientFinding as Finding } from '../spec/requests/client-judge.ts';
import type { SeenRequest } from '../worlds/seen-request.ts';

export interface ClientFinding extends Finding {
  /** The ids of the latest requests that show it. */
  readonly requests: readonly number[];
}

/** Nobody looks at more. */
const mostRequests = 20;

/** Whether there was a token; the requests seen keep only whose it was. */
const hasToken = ({ caller, outcome }: SeenRequest): boolean | undefined => {
  if (caller !== undefined) return true;
  return outcome === 'no-token' ? false : undefined;
};

const waitMs = ({ outcome, responseHeaders }: SeenRequest): number | undefined => {
  const seconds = Number(responseHeaders['Retry-After']);
  return outcome === 'rate-limited' && seconds >= 0 ? seconds * 1000 : undefined;
};

/** What clients did that the specification has not, by the requests seen; judged when somebody asks. */
export function findingsOf(requests: readonly SeenRequest[]): readonly ClientFinding[] {
  const judge = new ClientJudge();
  const shownBy = new Map<string, number[]>();
  for (const request of requests) {
    const { method, url, requestHeaders, requestBody, status, outcome, ms, scheme } = request;
    // A body that was cut cannot be read, and what is no HTTP has none.
    if (request.truncated || method === '-') continue;
    const endedAt = Date.parse(request.time);
    const caller = request.caller ?? (outcome === 'unknown-token' ? 'unknown token' : 'nobody');
    const flaws = judge.hear({
      method,
      path: url,
      headers: requestHeaders,
      body: requestBody,
      hasToken: hasToken(request),
      scheme,
      caller,
      startedAt: endedAt - ms,
      endedAt,
      status,
      waitMs: waitMs(request),
      isNoneLeft: outcome === 'no-requests-left',
    });
    for (const { id } of flaws) {
      const ids = shownBy.get(`${id} ${caller}`) ?? [];
      shownBy.set(`${id} ${caller}`, [...ids, request.id].slice(-mostRequests));
    }
  }
  return judge.findings.map((one) => ({
    ...one,
    requests: shownBy.get(`${one.id} ${one.caller}`) ?? [],
  }));
}
