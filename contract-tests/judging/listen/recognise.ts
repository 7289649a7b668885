import type { Headers, HttpExchange } from '../../../src/traffic/exchange.ts';
import type { Redactor } from '../../../src/traffic/redactor.ts';
import { retryAfterMs } from '../../../src/traffic/retry-after.ts';
import { withoutSecretHeaders } from '../../../src/traffic/secrets.ts';
import { withoutTrailingSlashes } from '../../../src/values/url.ts';
import type { Who } from '../caller.ts';
import type { Circumstances } from '../model.ts';
import type { Operations, Parameters } from '../operation.ts';
import type { Places } from '../service.ts';
import { type Answer, isObject, jsonIn, judgeable, type ReceivedExchange } from '../talk/answer.ts';
import { capturedText } from '../talk/body-text.ts';
import { isSetbackStatus } from '../verdict/in-front.ts';

/** Origin, and path without a trailing slash. */
export function placeOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + withoutTrailingSlashes(pathname);
}

/** The target of a request. */
export interface RecognisedCall {
  readonly operation: string;
  readonly about: Parameters;
  readonly isPlain: boolean;
}

/** Fast path for URLs without encoding. */
const plainUrl = /^https?:\/\/[a-z0-9.:[\]-]+(\/[\w~-]+)*(\?\w+=[\w-]*)?$/;

/** The operation of a request, by method and URL; undefined where it matches none. */
export function callOf(
  operations: Operations,
  method: string,
  url: string,
  places: Places,
): RecognisedCall | undefined {
  if (!plainUrl.test(url) && !URL.canParse(url)) return undefined;
  const [at = '', search = ''] = (plainUrl.test(url) ? url : normal(url)).split(/\?(.*)/s);
  const found = operations.at(method, (area) => {
    const place = places.get(area) ?? '';
    return at.startsWith(`${place}/`) ? at.slice(place.length) : undefined;
  });
  if (!found) return undefined;
  const { operation, named } = found;
  const params = [...new URLSearchParams(search)];
  const path = Object.entries(named).map(([name, value = '']) => [name, decoded(value)] as const);
  const isPlain =
    path.every(([, value]) => value !== undefined) &&
    params.every(([name]) => operation.query.includes(name)) &&
    new Set(params.map(([name]) => name)).size === params.length &&
    !/%(?![\da-f]{2})/i.test(url);
  const readable = path.filter(([, value]) => value !== undefined);
  const about = Object.fromEntries(isPlain ? [...readable, ...params] : readable);
  return { operation: operation.name, about, isPlain };
}

function normal(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return origin + pathname + search;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** Responses to conditional and range requests are outside the contract. */
function isConditional(name: string): boolean {
  return name.startsWith('if-') || name === 'range';
}

const shownHeaders = ['accept', 'content-type', 'prefer', 'user-agent'] as const;

function requestHeaders(headers: Headers): Headers {
  const shown: { [name: string]: string } = {};
  for (const name of shownHeaders) if (headers[name] !== undefined) shown[name] = headers[name];
  if (headers.authorization !== undefined) shown.authorization = '$TOKEN';
  return shown;
}

/** An answer of the service, and whether it can be judged. */
export interface HeardAnswer extends Circumstances {
  readonly answer: Answer;
  readonly who: Who;
}

/** What the listener knows of an exchange besides. */
interface Heard {
  readonly who: Who;
  readonly number: number;
  readonly redactor: Redactor;
}

/** Parses an exchange of the service; undefined where its bodies cannot be decoded here. */
export function parseExchange(
  operations: Operations,
  heard: HttpExchange<Buffer | string>,
  call: RecognisedCall,
  { who, number, redactor }: Heard,
): HeardAnswer | undefined {
  const { startedAt, endedAt } = heard;
  const { method, url } = heard.request;
  const { status, headers, garbled, cut } = heard.response;
  const response = capturedText(heard.response);
  const request = capturedText(heard.request);
  if (!response || !request) return undefined;
  const { hasBody } = operations.of(call.operation);
  const sent = hasBody ? jsonIn(request.body).json : undefined;
  const waits = status === 429 || status === 503;
  const told = retryAfterMs(headers['retry-after'], Date.now()) !== undefined;
  const exchange: ReceivedExchange = {
    number,
    operation: call.operation,
    about: call.about,
    ...(isObject(sent) && { sent }),
    caller: who.key,
    request: {
      method,
      url,
      headers: requestHeaders(heard.request.headers),
      ...(request.body !== '' && { body: request.body }),
    },
    response: {
      status,
      headers: withoutSecretHeaders(headers),
      ...(garbled && { garbled }),
      ...(cut && { cut }),
      ...response,
    },
    startedAt,
    endedAt,
    throttled: false,
  };
  const answer = judgeable(operations, exchange, redactor);
  const throttled = waits && told && answer.outcome !== 'success';
  return {
    answer: throttled ? { ...answer, exchange: { ...answer.exchange, throttled } } : answer,
    who,
    isPlain:
      call.isPlain &&
      method !== 'HEAD' &&
      (hasBody || request.body === '') &&
      !Object.keys(heard.request.headers).some(isConditional),
    isSetback:
      answer.outcome !== 'success' && (isSetbackStatus(status) || answer.outcome === 'unreadable'),
  };
}
