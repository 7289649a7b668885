export type Headers = { readonly [name: string]: string };

/** One request and its answer as they went over the wire, whoever made it and for whatever. */
export interface CapturedExchange {
  readonly method: string;
  /** The whole URL, as it was sent to the server. */
  readonly url: string;
  /** By names in lower case. */
  readonly requestHeaders: Headers;
  readonly requestBody?: Buffer | string;
  readonly status: number;
  readonly responseHeaders: Headers;
  /** Bytes as they came, or text that somebody has decoded already. */
  readonly responseBody: Buffer | string;
  /** The server hung up before the end of the body. */
  readonly isCut?: true;
  /** When the request was sent on, by performance.now(). */
  readonly startedAt: number;
  /** When the answer had come, by the same clock. */
  readonly endedAt: number;
  /** Who called, where a recording says so without a token; `null` where it does not say who. */
  readonly caller?: string | null;
}

/** Names and values in turn, as Node has them, by names in lower case. */
export const headersOf = (raw: readonly string[]): Headers => {
  const headers: { [name: string]: string } = {};
  for (let i = 0; i < raw.length; i += 2) {
    const name = (raw[i] as string).toLowerCase();
    // An object without a prototype would be slower; this is the only name that it would be needed for.
    if (name === '__proto__') continue;
    const value = raw[i + 1] as string;
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
  }
  return headers;
};

/** An exchange as a proxy has passed it on; a body that was too large to be kept is absent. */
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

/** What can be judged of it: nothing without an answer, or without a body. */
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
