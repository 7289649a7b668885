import { retryAfterMs } from '../../../src/spec/requests/retry-after.ts';
import type { Headers, HttpExchange } from '../../../src/spec/traffic/exchange.ts';
import { withoutSecretHeaders } from '../../../src/spec/traffic/secrets.ts';
import type { ModelCaller } from '../../service/model/known/who.ts';
import type { Circumstances } from '../../service/model/step.ts';
import {
  operationAt,
  operationPlace as placeOfOperation,
} from '../../service/operations/operations.ts';
import { type Answer, isObject, jsonIn, judgeable } from '../talk/answer.ts';
import type { Exchange, OperationId, Parameters } from '../talk/exchange.ts';
import { bodyText } from './body-text.ts';

/** The base URLs of the two areas: origin, and path without a trailing slash. */
export interface BaseUrls {
  readonly feed: string;
  readonly lookup: string;
}

export const baseUrlOf = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, '');
};

/** The target of a request. */
export interface RecognisedCall {
  readonly operation: OperationId;
  readonly about: Parameters;
  readonly isPlain: boolean;
}

/** Fast path for URLs without encoding. */
const plainUrl = /^https?:\/\/[a-z0-9.:[\]-]+(\/[\w~-]+)*(\?\w+=[\w-]*)?$/;

/** The operation of a request, by method and URL; undefined where it matches none. */
export const callOf = (
  method: string,
  url: string,
  places: BaseUrls,
): RecognisedCall | undefined => {
  if (!plainUrl.test(url) && !URL.canParse(url)) return undefined;
  const [at = '', search = ''] = (plainUrl.test(url) ? url : normal(url)).split(/\?(.*)/s);
  const found = operationAt(method, (area) => {
    const place = area === 'lookup' ? places.lookup : places.feed;
    return at.startsWith(`${place}/`) ? at.slice(place.length) : undefined;
  });
  if (!found) return undefined;
  const { place, named } = found;
  const params = [...new URLSearchParams(search)];
  const path = Object.entries(named).map(([name, value = '']) => [name, decoded(value)] as const);
  const isPlain =
    path.every(([, value]) => value !== undefined) &&
    params.every(([name]) => place.query.includes(name)) &&
    new Set(params.map(([name]) => name)).size === params.length &&
    !/%(?![\da-f]{2})/i.test(url);
  const readable = path.filter(([, value]) => value !== undefined);
  const about = Object.fromEntries(isPlain ? [...readable, ...params] : readable);
  return { operation: place.name as OperationId, about, isPlain };
};

const normal = (url: string): string => {
  const { origin, pathname, search } = new URL(url);
  return origin + pathname + search;
};

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};

/** Whether an intermediary may have responded: such a response is judged only if it is one of the API. */
const mayBeInFront = (status: number): boolean =>
  status >= 500 ||
  (status >= 300 && status < 400) ||
  [408, 413, 414, 421, 429, 431].includes(status);

/** Responses to conditional and range requests are outside the contract. */
const isConditional = (name: string): boolean => name.startsWith('if-') || name === 'range';

const shownHeaders = ['accept', 'content-type', 'prefer', 'user-agent'] as const;

const requestHeaders = (headers: Headers): Headers => {
  const shown: { [name: string]: string } = {};
  for (const name of shownHeaders) if (headers[name] !== undefined) shown[name] = headers[name];
  if (headers.authorization !== undefined) shown.authorization = '$TOKEN';
  return shown;
};

/** An answer of this API, and whether it can be judged. */
export interface HeardAnswer extends Circumstances {
  readonly answer: Answer;
  readonly who: ModelCaller;
}

/** Parses an exchange of the API; undefined where its bodies cannot be decoded here. */
export const parseExchange = (
  heard: HttpExchange<Buffer | string>,
  call: RecognisedCall,
  who: ModelCaller,
  number: number,
): HeardAnswer | undefined => {
  const { startedAt, endedAt } = heard;
  const { method, url } = heard.request;
  const { status, headers, garbled, cut } = heard.response;
  const response = bodyText(heard.response);
  const request = bodyText(heard.request);
  if (!response || !request) return undefined;
  const sent = placeOfOperation(call.operation).hasBody ? jsonIn(request.body).json : undefined;
  const waits = status === 429 || status === 503;
  const told = retryAfterMs(headers['retry-after'], Date.now()) !== undefined;
  const exchange: Exchange = {
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
    ...(mayBeInFront(status) && { inFront: true }),
  };
  const answer = judgeable(exchange);
  const throttled = waits && told && answer.outcome !== 'success';
  return {
    answer: throttled ? { ...answer, exchange: { ...answer.exchange, throttled } } : answer,
    who,
    isPlain:
      call.isPlain && method !== 'HEAD' && !Object.keys(heard.request.headers).some(isConditional),
    isSetback:
      answer.outcome !== 'success' && (mayBeInFront(status) || answer.outcome === 'unreadable'),
  };
};
