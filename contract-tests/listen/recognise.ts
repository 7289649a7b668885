import { isObject, readAnswer } from '../talk/answer.ts';
import type { About, Exchange, Operation } from '../talk/exchange.ts';
import { retryAfterMs } from '../talk/pace/turned-away.ts';
import { bodyText } from './body-text.ts';
import type { Headers, Heard } from './heard.ts';
import type { KnownBodies } from './known-bodies.ts';
import type { Told } from './told.ts';
import type { Who } from './who.ts';

/** Where the two areas of a server begin: an origin, and a path without a slash at its end. */
export interface Places {
  readonly feed: string;
  readonly lookup: string;
}

export const placeOf = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, '');
};

/** What a request asks for. */
export interface Call {
  readonly operation: Operation;
  readonly about: About;
  readonly isPlain: boolean;
}

const methods: { readonly [method: string]: Operation } = {
  POST: 'create',
  GET: 'fetch',
  DELETE: 'delete',
};

/** The operation of the contract that a request means, by its method and URL; undefined where it is none. */
export const callOf = (method: string, url: string, places: Places): Call | undefined =>
  usualCallOf(method, url, places) ?? anyCallOf(method, url, places);

/** Most calls, without taking their URLs apart: nothing in them is encoded, and nothing is too much. */
const usualCallOf = (method: string, url: string, { feed, lookup }: Places): Call | undefined => {
  if (method === 'GET' && url.startsWith(lookup)) {
    const hash = /^\/private\/sample\/(\w+)$/.exec(url.slice(lookup.length))?.[1];
    if (hash !== undefined) return { operation: 'lookup', about: { hash }, isPlain: true };
  }
  if (!url.startsWith(feed)) return undefined;
  const match = /^\/feed\/([\w-]+)\/api(?:\?report=([\w-]+))?$/.exec(url.slice(feed.length));
  const operation = operationOf(method);
  if (!match || operation === undefined) return undefined;
  const [, service = '', report] = match;
  if (report === undefined) return { operation, about: { service }, isPlain: true };
  if (operation === 'create') return undefined;
  return { operation, about: { service, report }, isPlain: true };
};

const operationOf = (method: string): Operation | undefined =>
  Object.hasOwn(methods, method) ? methods[method] : undefined;

const anyCallOf = (method: string, url: string, places: Places): Call | undefined => {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname, searchParams } = new URL(url);
  const at = origin + pathname;
  const below = (place: string): string =>
    at.startsWith(`${place}/`) ? at.slice(place.length) : '';
  const [, hash] = /^\/private\/sample\/([^/]+)$/.exec(below(places.lookup)) ?? [];
  if (hash !== undefined && method === 'GET') {
    const read = decoded(hash);
    const isPlain = read !== undefined && searchParams.size === 0;
    return { operation: 'lookup', about: isPlain ? { hash: read } : {}, isPlain };
  }
  const [, name] = /^\/feed\/([^/]+)\/api$/.exec(below(places.feed)) ?? [];
  const operation = operationOf(method);
  if (name === undefined || operation === undefined) return undefined;
  const service = decoded(name);
  const report = searchParams.get('report') ?? undefined;
  const params = operation === 'create' ? 0 : Number(report !== undefined);
  const isPlain =
    service !== undefined && searchParams.size === params && !/%(?![\da-f]{2})/i.test(url);
  if (!isPlain) return { operation, about: service === undefined ? {} : { service }, isPlain };
  const about = operation === 'create' || report === undefined ? { service } : { service, report };
  return { operation, about, isPlain };
};

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};

/** Whether something between client and service may have answered: such an answer is judged only where it is one of the API. */
const mayBeInFront = (status: number): boolean =>
  status >= 500 ||
  (status >= 300 && status < 400) ||
  [408, 413, 414, 421, 429, 431].includes(status);

/** An answer to a condition or to a part is none of the contract's. */
const isConditional = (name: string): boolean => name.startsWith('if-') || name === 'range';

const shownHeaders = ['accept', 'content-type', 'prefer', 'user-agent'] as const;

const requestHeaders = (headers: Headers): Headers => {
  const shown: { [name: string]: string } = {};
  for (const name of shownHeaders) if (headers[name] !== undefined) shown[name] = headers[name];
  if (headers.authorization !== undefined) shown.authorization = '$TOKEN';
  return shown;
};

const responseHeaders = (headers: Headers): Headers => {
  if (headers['set-cookie'] === undefined) return headers;
  const { 'set-cookie': _, ...shown } = headers;
  return shown;
};

const sentIn = (text: string | undefined): unknown => {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What was heard, read as an exchange of the API; undefined where its bodies cannot be read here. */
export const toldBy = (
  heard: Heard,
  call: Call,
  who: Who,
  number: number,
  bodies: KnownBodies,
): Told | undefined => {
  const { method, url, status, startedAt, endedAt } = heard;
  const encoding = heard.responseHeaders['content-encoding'];
  const response = bodyText(heard.responseBody, encoding);
  const request =
    heard.requestBody === undefined
      ? undefined
      : bodyText(heard.requestBody, heard.requestHeaders['content-encoding']);
  if (!response || (heard.requestBody !== undefined && !request)) return undefined;
  const sent = call.operation === 'create' ? sentIn(request?.body) : undefined;
  const waits = status === 429 || status === 503;
  const told = retryAfterMs(heard.responseHeaders['retry-after'], Date.now()) !== undefined;
  const exchange: Exchange = {
    number,
    operation: call.operation,
    about: isObject(sent) ? { ...call.about, sent } : call.about,
    caller: who.key,
    request: {
      method,
      url,
      headers: requestHeaders(heard.requestHeaders),
      ...(request && request.body !== '' && { body: request.body }),
    },
    response: { status, headers: responseHeaders(heard.responseHeaders), ...response },
    startedAt,
    endedAt,
    throttled: false,
    ...(mayBeInFront(status) && { inFront: true }),
  };
  const known = bodies.of(response.body);
  const answer = { ...readAnswer(exchange, known), judgements: known.judgements };
  const throttled = waits && told && answer.outcome !== 'success';
  return {
    answer: throttled ? { ...answer, exchange: { ...exchange, throttled } } : answer,
    who,
    isPlain:
      call.isPlain && method !== 'HEAD' && !Object.keys(heard.requestHeaders).some(isConditional),
    isSetback:
      answer.outcome !== 'success' && (mayBeInFront(status) || answer.outcome === 'unreadable'),
  };
};
