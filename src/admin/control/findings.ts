import { ClientJudge } from '../../requests/client-judge.ts';
import type { SeenExchange } from '../../traffic/exchange.ts';
import type { ClientFinding } from '../../traffic/flaw.ts';
import { listed } from '../../values/listed.ts';
import { ControlProblem } from './problem.ts';

export type { ClientFinding };

/** Whether there was a token; only its caller is kept. */
function hasToken({ caller, outcome }: SeenExchange): boolean | undefined {
  if (caller !== null) return true;
  return outcome === 'no-token' ? false : undefined;
}

/** Browsers load pages and their icons, too; a program, and a script of a page, has no other destination. */
function isCall({ request }: SeenExchange): boolean {
  const { 'sec-fetch-dest': destination = 'empty' } = request.headers;
  return destination === 'empty';
}

/** What is kept of a truncated body cannot be parsed; the rest of the request is judged. */
function withoutBody(seen: SeenExchange): SeenExchange {
  const { body: _, ...request } = seen.request;
  return { ...seen, request };
}

/** What clients did against the specification, judged on demand from the requests seen. */
export function findingsOf(requests: readonly SeenExchange[]): readonly ClientFinding[] {
  const judge = new ClientJudge();
  for (const seen of requests) {
    const { id, request, outcome, scheme } = seen;
    // It was no HTTP.
    if (request.method === '-') continue;
    judge.hear(seen.truncated ? withoutBody(seen) : seen, {
      id,
      hasToken: hasToken(seen),
      scheme,
      isRepeated: seen.severalTokens,
      caller: seen.caller ?? (outcome === 'unknown-token' ? 'unknown token' : 'nobody'),
      isNoneLeft: outcome === 'no-requests-left',
      isMeant: isCall(seen),
    });
  }
  return judge.findings;
}

/** Throws a ControlProblem that lists the findings, optionally of one kind. */
export function expectNoFindings(
  requests: readonly SeenExchange[],
  { kind }: { readonly kind?: ClientFinding['kind'] },
): void {
  const found = findingsOf(requests).filter((one) => kind === undefined || one.kind === kind);
  if (found.length === 0) return;
  const sentences = listed(found, ({ id, sentence, caller, requests: ids = [] }) => {
    return `${sentence} (${id}, by ${caller}, ${ids.map((number) => `#${number}`).join(', ')})`;
  });
  throw new ControlProblem('unexpected', sentences.join(' '));
}
