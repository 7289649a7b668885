import { instantIn } from '../values/instant.ts';
import {
  type Headers,
  type HttpExchange,
  headersOf,
  realEnd,
  type SeenExchange,
  tookMs,
  valuesOfHeader,
} from './exchange.ts';
import { RecordedEntries, RecordingError } from './recorded-entries.ts';

/** HAR 1.2, as browsers and proxies write it. */
export interface Har {
  readonly log: {
    readonly version: '1.2';
    readonly creator: object;
    readonly entries: readonly object[];
  };
}

function headerList(headers: Headers) {
  return Object.entries(headers).flatMap(([name, joined]) =>
    valuesOfHeader(name, joined).map((value) => ({ name, value })),
  );
}

/** Tokens are not kept: a placeholder per caller keeps callers apart. */
function authorizationOf({ caller, scheme, outcome, severalTokens }: SeenExchange): Headers {
  if (caller === null && outcome === 'no-token') return {};
  const stand = `token-of-${caller ?? 'a-stranger'}`;
  const one = scheme === undefined ? stand : `${scheme} ${stand}`;
  return { authorization: severalTokens ? `${one}, ${one}` : one };
}

export function harOfEntries(entries: readonly object[], version: string): Har {
  return {
    log: {
      version: '1.2',
      creator: { name: 'abuse-feed-kit', version },
      entries,
    },
  };
}

/** The answered HTTP requests as HAR. The console uses the same code. */
export function harOf(
  seen: readonly SeenExchange[],
  { baseUrl, version }: { readonly baseUrl: string; readonly version: string },
): Har {
  const answered = seen.filter(
    ({ request, response }) => response.status > 0 && request.url !== '-',
  );
  return harOfEntries(
    answered.map((one) => entryOf(one, baseUrl)),
    version,
  );
}

function entryOf(seen: SeenExchange, baseUrl: string): object {
  const { request, ahead, time } = seen;
  const headers = { ...request.headers, ...authorizationOf(seen) };
  const exchange = { ...seen, request: { ...request, url: baseUrl + request.url, headers } };
  const entry = harEntry(exchange, realEnd(seen));
  return ahead === undefined ? entry : { ...entry, _worldTime: time };
}

/** What Chrome writes beside a response that was cut off; each browser has several such words. */
const cutOff = 'net::ERR_CONTENT_LENGTH_MISMATCH';
const isCutOff =
  /CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED|PARTIAL_TRANSFER|CONNECTION_(RESET|CLOSED)/;

/** An exchange with its whole URL, which ended at this time since 1970. */
export function harEntry(exchange: HttpExchange, endedAt: number): object {
  const { method, url, headers, body } = exchange.request;
  const { status, headers: responseHeaders, body: text, cut } = exchange.response;
  const [, query = ''] = url.split(/\?(.*)/s);
  const ms = tookMs(exchange);
  return {
    startedDateTime: new Date(endedAt - ms).toISOString(),
    time: ms,
    request: {
      method,
      url,
      headers: headerList(headers),
      queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
      ...(body !== undefined && {
        postData: { mimeType: headers['content-type'] ?? '', text: body },
      }),
      ...unknown,
    },
    response: {
      status,
      statusText: '',
      headers: headerList(responseHeaders),
      redirectURL: '',
      ...(cut && { _error: cutOff }),
      content: {
        size: new TextEncoder().encode(text).length,
        mimeType: responseHeaders['content-type'] ?? '',
        text,
      },
      ...unknown,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  };
}

/** What HAR demands of requests and responses, and nobody here knows. */
const unknown = {
  cookies: [],
  headersSize: -1,
  bodySize: -1,
  httpVersion: 'HTTP/1.1',
};

type Part = { readonly [key: string]: unknown };

function part(value: unknown): Part {
  return typeof value === 'object' && value !== null ? (value as Part) : {};
}

/**
 * Without HTTP/2 pseudo-headers, and without the encoding: recorded bodies are decompressed already. Browsers write
 * a header that came several times as one, in lines.
 */
function headersIn(list: unknown): Headers {
  const fields = (Array.isArray(list) ? list : []).map(part);
  const { 'content-encoding': _, ...headers } = headersOf(
    fields.flatMap(({ name, value }) => {
      if (typeof name !== 'string' || name.startsWith(':')) return [];
      return String(value ?? '')
        .split('\n')
        .flatMap((line) => [name, line]);
    }),
  );
  return headers;
}

/** A body; undefined where it was not recorded. */
function bodyIn(
  { text, encoding }: Part,
  size: unknown,
): Pick<HttpExchange['response'], 'body' | 'garbled'> | undefined {
  if (typeof text !== 'string')
    return typeof size === 'number' && size > 0 ? undefined : { body: '' };
  if (encoding !== 'base64') return { body: text };
  const bytes = Buffer.from(text, 'base64');
  const body = bytes.toString();
  return Buffer.from(body).equals(bytes) ? { body } : { body, garbled: 'it is not UTF-8' };
}

/** An exchange read from a recording, or why it cannot be used, and its method and URL without the query. */
export type RecordedEntry = HttpExchange | { readonly skipped: string; readonly address?: string };

/** Entries of a HAR, as written by browsers, mitmproxy, Charles and Playwright; undefined where it is none. */
export function harEntries(har: unknown): readonly RecordedEntry[] | undefined {
  const { entries } = part(part(har).log);
  return Array.isArray(entries) ? entries.map(exchangeIn) : undefined;
}

/** Throws a RecordingError where it is none. */
export async function readHar(pieces: AsyncIterable<Uint8Array>) {
  const raw = new RecordedEntries();
  const entries: unknown[] = [];
  for await (const piece of pieces) entries.push(...raw.push(piece).map(({ value }) => value));
  raw.end();
  if (!raw.isHar) throw new RecordingError('it is not a HAR file: it has no log.entries.');
  return { log: { entries } };
}

export function exchangeIn(raw: unknown): RecordedEntry {
  const entry = part(raw);
  const request = part(entry.request);
  const response = part(entry.response);
  const { method, url } = request;
  const status = Number(response.status);
  if (typeof method !== 'string' || typeof url !== 'string') return { skipped: 'is no entry' };
  const address = `${method.toUpperCase()} ${url.split('?', 1)[0]}`;
  // The server did not send cached responses again.
  if (entry._fromCache ?? entry.fromCache ?? response._fromCache ?? response.fromServiceWorker)
    return { skipped: 'came from a cache', address };
  if (!(status >= 100)) return { skipped: 'got no response', address };
  const content = part(response.content);
  const body = bodyIn(content, content.size);
  const sent = request.postData === undefined ? { body: '' } : bodyIn(part(request.postData), 1);
  if (!body || !sent) return { skipped: 'has no body in the recording', address };
  const startedAt = instantIn(String(entry.startedDateTime)) - performance.timeOrigin;
  const endedAt = startedAt + Math.max(0, Number(entry.time) || 0);
  const ahead = instantIn(String(entry._worldTime)) - performance.timeOrigin - endedAt;
  const isCut = isCutOff.test(String(response._error ?? response._failureText));
  return {
    request: {
      method: method.toUpperCase(),
      url,
      headers: headersIn(request.headers),
      ...(sent.body !== '' && { body: sent.body }),
    },
    response: {
      status,
      headers: headersIn(response.headers),
      ...body,
      ...(isCut && { cut: true as const }),
    },
    startedAt,
    endedAt,
    ...(Number.isFinite(ahead) && { ahead }),
  };
}
