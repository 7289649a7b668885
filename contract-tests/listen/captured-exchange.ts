export type Headers = { readonly [name: string]: string };

/** One request and its response as captured, from any client. */
export interface CapturedExchange {
  readonly method: string;
  /** The full URL, as sent to the server. */
  readonly url: string;
  /** Names in lower case. */
  readonly requestHeaders: Headers;
  readonly requestBody?: Buffer | string;
  readonly status: number;
  readonly responseHeaders: Headers;
  /** Raw bytes, or text that was decoded already. */
  readonly responseBody: Buffer | string;
  /** The server closed the connection before the end of the body. */
  readonly isCut?: true;
  /** When the request was forwarded, by performance.now(). */
  readonly startedAt: number;
  /** When the response was complete, by the same clock. */
  readonly endedAt: number;
  /** The caller, where a recording names one instead of a token; `null` where unknown. */
  readonly caller?: string | null;
}

/** Converts Node's raw headers; names in lower case. */
export const headersOf = (raw: readonly string[]): Headers => {
  const headers: { [name: string]: string } = {};
  for (let i = 0; i < raw.length; i += 2) {
    const name = (raw[i] as string).toLowerCase();
    // Faster than an object without a prototype; only this name would need one.
    if (name === '__proto__') continue;
    const value = raw[i + 1] as string;
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
  }
  return headers;
};

/** An exchange forwarded by a proxy; a body beyond the limit is absent. */
export interface ForwardedExchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: readonly string[];
  readonly requestBody: Buffer | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly answer:
    | {
        readonly status: number;
        readonly headers: readonly string[];
        readonly body: Buffer | undefined;
        readonly isCut?: true;
      }
    | { readonly failure: string };
}

/** The part that can be judged: nothing without a response or without a body. */
export const capturedFrom = (passed: ForwardedExchange): CapturedExchange | undefined => {
  const { method, url, requestHeaders, requestBody, startedAt, endedAt, answer } = passed;
  if ('failure' in answer || requestBody === undefined || answer.body === undefined)
    return undefined;
  return {
    method,
    url,
    requestHeaders: headersOf(requestHeaders),
    ...(requestBody.length > 0 && { requestBody }),
    status: answer.status,
    responseHeaders: headersOf(answer.headers),
    responseBody: answer.body,
    ...(answer.isCut && { isCut: true }),
    startedAt,
    endedAt,
  };
};
