import { listed } from '../../spec/listed.ts';
import { type ClientFinding, ClientJudge } from '../../spec/requests/client-judge.ts';
import { exchangeOf, type SeenRequest } from '../../spec/traffic/seen-request.ts';
import { ControlProblem } from './problem.ts';

export type { ClientFinding };

/** Whether there was a token; only its caller is kept. */
const hasToken = ({ caller, outcome }: SeenRequest): boolean | undefined => {
  if (caller !== undefined) return true;
  return outcome === 'no-token' ? false : undefined;
};

/** What clients did against the specification, judged on demand from the requests seen. */
export function findingsOf(requests: readonly SeenRequest[]): readonly ClientFinding[] {
  const judge = new ClientJudge();
  for (const request of requests) {
    const { id, method, outcome, scheme } = request;
    // Truncated bodies cannot be parsed, and input that was not HTTP has none.
    if (request.truncated || method === '-') continue;
    judge.hear(exchangeOf(request), {
      id,
      hasToken: hasToken(request),
      scheme,
      isRepeated: request.severalTokens,
      caller: request.caller ?? (outcome === 'unknown-token' ? 'unknown token' : 'nobody'),
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
