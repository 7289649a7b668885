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
  /** The requests without an answer at that moment, oldest first; a culprit that was answered is the last. */
  readonly inFlight: readonly NamedRequest[];
  /** Which of them, sent alone after the server had come back, stopped it again. */
  readonly culprit?: number;
  /** How many of them were sent alone, up to the culprit. */
  readonly tried: number;
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
export function outageSummary({ origin, error, inFlight, culprit }: Outage): string {
  const one = inFlight[culprit ?? 0];
  const during =
    one && (culprit !== undefined || inFlight.length === 1)
      ? ` at ${requestLine(one)}${culprit === undefined ? '' : ', which does it again alone'}`
      : inFlight.length > 0
        ? `, with ${inFlight.length} requests in flight`
        : '';
  return `the server at ${origin} stopped responding${during} (${error})`;
}

/** The same with everything known about it, one line each. */
export function outageLines(outage: Outage): string[] {
  const { origin, error, inFlight, culprit, tried, hasComeBack, hasForgotten, waitedMs } = outage;
  const seconds = `${Math.floor(waitedMs / 1000)} s`;
  const back = hasComeBack
    ? `It came back${hasForgotten ? ', without what it had stored' : ''}`
    : tried > 0
      ? 'It came back, and stopped again for good'
      : `It did not come back within ${seconds}`;
  const first = `The server at ${origin} stopped responding (${error}). ${back}.`;
  const among = inFlight.map(
    (one, nth) =>
      `  ${requestLine(one)}${one.isAnswered ? ' (responded just before)' : ''}${nth === culprit ? ': alone, this one does it again' : ''}`,
  );
  const none =
    tried > 0 && culprit === undefined
      ? [`Sent alone, none of ${tried} of them did it again.`]
      : [];
  return [first, ...(among.length > 0 ? ['In flight, oldest first:', ...among] : []), ...none];
}
