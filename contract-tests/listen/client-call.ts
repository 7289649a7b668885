import type { ClientCall } from '../../src/spec/requests/client-judge.ts';
import { schemeOf } from '../../src/spec/requests/scheme.ts';
import { retryAfterMs } from '../talk/pace/throttle-retry.ts';
import { bodyText } from './body-text.ts';
import type { CapturedExchange } from './captured-exchange.ts';
import type { BaseUrls } from './recognise.ts';

/** Common ways to say that a quota is used up; 4.4 does not show it. */
const noneLeft =
  /\b(none|no \w+( \w+)?) (is |are )?left\b|\bquota\b|\bused up\b|\bexhausted\b|\bout of requests\b/i;

const pathBelow = (url: string, { feed, lookup }: BaseUrls): string | undefined => {
  const isLookup = url.startsWith(`${lookup}/private/sample/`);
  const place = isLookup ? lookup : feed;
  return url.startsWith(`${place}/`) ? url.slice(place.length).replace(/#.*$/s, '') : undefined;
};

const textOf = (body: Buffer | string, encoding: string | undefined): string | undefined =>
  bodyText(body, encoding)?.body;

/** An exchange as a client call; undefined where it is not for the API. */
export const clientCall = (
  heard: CapturedExchange,
  caller: string,
  places: BaseUrls,
): ClientCall | undefined => {
  const path = pathBelow(heard.url, places);
  if (path === undefined) return undefined;
  const { method, requestHeaders, requestBody, responseHeaders, status, startedAt, endedAt } =
    heard;
  const waits = status === 429 || status === 503;
  const told = waits ? retryAfterMs(responseHeaders['retry-after'], Date.now()) : undefined;
  const isRefusedLookup = path.startsWith('/private/sample/') && status >= 400 && status < 500;
  const said = isRefusedLookup
    ? textOf(heard.responseBody, responseHeaders['content-encoding'])
    : '';
  const isNoneLeft = isRefusedLookup && (status === 402 || noneLeft.test(said ?? ''));
  const isKnown = heard.caller === undefined;
  const { authorization } = requestHeaders;
  return {
    method,
    path,
    headers: requestHeaders,
    body: requestBody && textOf(requestBody, requestHeaders['content-encoding']),
    hasToken: isKnown ? (authorization ?? '').trim() !== '' : undefined,
    scheme: schemeOf(authorization),
    caller,
    startedAt,
    endedAt,
    status,
    // Retry-After does not apply to a quota.
    waitMs: isNoneLeft ? undefined : told,
    isNoneLeft,
  };
};
