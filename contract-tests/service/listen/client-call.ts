import type { ClientJudge } from '../../../src/spec/requests/client-judge.ts';
import { hasSeveralTokens, schemeOf } from '../../../src/spec/requests/scheme.ts';
import type { HttpExchange } from '../../../src/spec/traffic/exchange.ts';
import { bodyText } from '../../judging/listen/body-text.ts';
import type { Places } from '../../judging/service.ts';

/** Common ways to say that a quota is used up; 4.4 does not show it. */
const noneLeft =
  /\b(none|no \w+( \w+)?) (is |are )?left\b|\bquota\b|\bused up\b|\bexhausted\b|\bout of requests\b/i;

const pathBelow = (url: string, places: Places): string | undefined => {
  const lookup = places.get('lookup') ?? '';
  const isLookup = url.startsWith(`${lookup}/private/sample/`);
  const place = isLookup ? lookup : (places.get('feed') ?? lookup);
  return url.startsWith(`${place}/`) ? url.slice(place.length).replace(/#.*$/s, '') : undefined;
};

/** An exchange as the call of a client, with the path below the base URL; undefined where it is not for the API. */
export const clientCall = (
  { request, response, caller: named, ...times }: HttpExchange<Buffer | string>,
  caller: string,
  places: Places,
): Parameters<ClientJudge['hear']> | undefined => {
  const url = pathBelow(request.url, places);
  if (url === undefined) return undefined;
  const { method, headers } = request;
  const { status } = response;
  const isRefusedLookup = url.startsWith('/private/sample/') && status >= 400 && status < 500;
  const said = (isRefusedLookup && bodyText(response)?.body) || '';
  const isKnown = named === undefined;
  const { authorization } = headers;
  return [
    {
      request: { method, url, headers, body: bodyText(request)?.body ?? '' },
      response: { ...response, body: said },
      ...times,
    },
    {
      caller,
      hasToken: isKnown ? (authorization ?? '').trim() !== '' : undefined,
      scheme: schemeOf(authorization),
      isRepeated: hasSeveralTokens(authorization),
      isNoneLeft: isRefusedLookup && (status === 402 || noneLeft.test(said)),
    },
  ];
};
