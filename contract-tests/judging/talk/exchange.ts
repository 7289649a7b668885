import { curl } from '../../../src/traffic/curl.ts';
import type { HttpExchange } from '../../../src/traffic/exchange.ts';
import type { AnswerOutcome, Parameters } from '../operation.ts';

/** Deviations from the usual form of a request. */
export interface RequestEncoding {
  readonly headers?: { readonly [name: string]: string };
  /** The raw path and query, even if malformed. */
  readonly rawPath?: string;
  /** The body is sent without Content-Length. */
  readonly chunked?: boolean;
  /** The body is padded with blanks to this length, which is not kept. */
  readonly padTo?: number;
  /** A conforming server may refuse the request for this alone. */
  readonly isOdd?: boolean;
}

/** An exchange of the API, with what is known about it. */
export interface Exchange extends HttpExchange {
  readonly number: number;
  readonly operation: string;
  readonly about: Parameters;
  /** The body sent, if it is JSON. */
  readonly sent?: unknown;
  /** The length of the body, in characters, where only a part of it is kept. */
  readonly sentLength?: number;
  /** The key of the target file the token comes from, or `anonymousCaller`, or `unknown token`. */
  readonly caller: string;
  /** What the response was read as, before a long body was abridged. */
  readonly outcome: AnswerOutcome;
  /** The server asked to retry later; such a response says nothing about a clause. */
  readonly throttled: boolean;
  /** The conversation it is part of: a driver's requests there are sequential. */
  readonly scenario?: string;
  /** To be sent over the shared connection. */
  readonly kept?: boolean;
  readonly way?: RequestEncoding;
  /** Meant to be concurrent with others, whatever the pacing did. */
  readonly atOnce?: boolean;
  /** Repeats a throttled call. */
  readonly isRetry?: boolean;
}

/** Whether both were in progress at the same time. */
export function overlap(a: Exchange, b: Exchange): boolean {
  return a !== b && a.startedAt < b.endedAt && b.startedAt < a.endedAt;
}

/** Statuses for throttling and timeouts (RFC 6585, 4; RFC 9110, 15.5.9, 15.6.4). */
export function asksToWait({ response: { status } }: Pick<Exchange, 'response'>): boolean {
  return status === 408 || status === 429 || status === 503;
}

/** What a response says, without ids, hashes and numbers. */
export function saidBy({ response: { status, headers, body } }: Exchange): string {
  const text = body.replaceAll(/[0-9a-f]{8,}|\d+/gi, '…');
  return `${status} ${'retry-after' in headers} ${text}`;
}

export function saysWhen({ response }: Exchange): boolean {
  return response.headers['retry-after'] !== undefined;
}

/** In bytes, decompressed. Longer bodies are not judged: a server may send endlessly, or a decompression bomb. */
export const longestJudgedBody = 10 * 1024 * 1024;

/** A curl command for the request, with a placeholder for the token. */
export function exchangeCurl({ request: { method, url, headers, body } }: Exchange): string {
  const { authorization, ...others } = headers;
  return curl({
    method,
    url,
    headers: others,
    body,
    isVerbose: true,
    ...(authorization !== undefined && { authorization: '$TOKEN' }),
  });
}
