import { plural } from '../../../src/values/listed.ts';
import { beginning } from '../../../src/values/quoted.ts';
import type { Exchange } from './exchange.ts';

/** A request as reports name it: by the key of its caller, without its token. */
export interface NamedRequest {
  readonly method: string;
  readonly url: string;
  readonly caller: string;
  /** The beginning of its body. */
  readonly body?: string;
  /** It was answered, just before the server stopped. */
  readonly isAnswered?: boolean;
}

/** A server that was answering has stopped, for a while or for good. */
export interface Outage {
  readonly origin: string;
  /** How it showed, in the words of the connection. */
  readonly error: string;
  /** The requests without an answer at that moment, oldest first, and the last one that was answered before. */
  readonly inFlight: readonly NamedRequest[];
  readonly hasComeBack: boolean;
  /** A report that was there before was not found afterwards. */
  readonly hasForgotten: boolean;
  readonly waitedMs: number;
}

/** In characters. */
const shownBodyLength = 120;

export function namedRequest({ request, caller }: Pick<Exchange, 'request' | 'caller'>) {
  return {
    method: request.method,
    url: request.url,
    caller,
    ...(request.body !== undefined && { body: beginning(request.body, shownBodyLength) }),
  };
}

/** `DELETE http://…/api as tokens.researcher`. */
export function requestLine({ method, url, caller, body }: NamedRequest): string {
  return `${method} ${url} as ${caller}${body ? `, with ${body}` : ''}`;
}

/** One sentence without its full stop, for summaries and reasons. */
export function outageSummary({ origin, error, inFlight: [first, ...rest] }: Outage): string {
  const others = rest.filter(({ isAnswered = false }) => !isAnswered);
  const beside = others.length > 0 ? ` or ${plural(others.length, 'other request')} in flight` : '';
  const after = first ? ` after ${requestLine(first)}${beside}` : '';
  return `the server at ${origin} stopped responding${after} (${error})`;
}

/** The same with everything known about it, one line each. */
export function outageLines(outage: Outage): string[] {
  const { origin, error, inFlight, hasComeBack, hasForgotten, waitedMs } = outage;
  const back = hasComeBack
    ? `It came back${hasForgotten ? ', without what it had stored' : ''}`
    : `It did not come back within ${Math.floor(waitedMs / 1000)} s`;
  const among = inFlight.map(
    (one) => `  ${requestLine(one)}${one.isAnswered ? ' (responded just before)' : ''}`,
  );
  return [
    `The server at ${origin} stopped responding (${error}). ${back}.`,
    ...(among.length > 0 ? ['In flight, oldest first:', ...among] : []),
  ];
}
