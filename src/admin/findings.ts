import { listed } from '../spec/listed.ts';
import { type ClientFinding, ClientJudge } from '../spec/requests/client-judge.ts';
import type { SeenRequest } from '../worlds/seen-request.ts';
import { ControlProblem } from './problem.ts';

export type { ClientFinding };

/** Whether there was a token; only its caller is kept. */
const hasToken = ({ caller, outcome }: SeenRequest): boolean | undefined => {
  if (caller !== undefined) return true;
  return outcome === 'no-token' ? false : undefined;
};

/** An exhausted count is not waited for; any other Retry-After is, including that of a fault. */
const waitMs = ({ outcome, responseHeaders, time }: SeenRequest): number | undefined => {
  const [, retryAfter] =
    Object.entries(responseHeaders).find(([name]) => /^retry-after$/i.test(name)) ?? [];
  if (retryAfter === undefined || outcome === 'no-requests-left') return undefined;
  const ms = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - Date.parse(time);
  return ms >= 0 ? ms : undefined;
};

/** What clients did against the specification, judged on demand from the requests seen. */
export function findingsOf(requests: readonly SeenRequest[]): readonly ClientFinding[] {
  const judge = new ClientJudge();
  for (const request of requests) {
    const { method, url, requestHeaders, requestBody, status, outcome, ms, scheme } = request;
    // Truncated bodies cannot be parsed, and input that was not HTTP has none.
    if (request.truncated || method === '-') continue;
    const endedAt = Date.parse(request.time);
    judge.hear({
      id: request.id,
      method,
      path: url,
      headers: requestHeaders,
      body: requestBody,
      hasToken: hasToken(request),
      scheme,
      caller: request.caller ?? (outcome === 'unknown-token' ? 'unknown token' : 'nobody'),
      startedAt: endedAt - ms,
      endedAt,
      status,
      waitMs: waitMs(request),
      isNoneLeft: outcome === 'no-requests-left',
    });
  }
  return judge.findings;
}

/** Throws a ControlProblem that lists the findings, optionally of one kind. */
export function expectNoFindings(
  requests: readonly SeenRequest[],
  { kind }: { readonly kind?: ClientFinding['kind'] },
): void {
  const found = findingsOf(requests).filter((one) => kind === undefined || one.kind === kind);
  if (found.length === 0) return;
  const sentences = listed(found, ({ id, sentence, caller, requests: ids = [] }) => {
    return `${sentence} (${id}, by ${caller}, ${ids.map((number) => `#${number}`).join(', ')})`;
  });
  throw new ControlProblem('unexpected', sentences.join(' '));
}
