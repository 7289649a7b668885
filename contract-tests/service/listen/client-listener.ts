import { ClientJudge } from '../../../src/requests/client-judge.ts';
import { operationsAt, pathAndQuery } from '../../../src/spec/called-operation.ts';
import type { HttpExchange } from '../../../src/traffic/exchange.ts';
import { hasSeveralTokens, schemeOf } from '../../../src/traffic/scheme.ts';
import type { ClientListener, Places } from '../../judging/service.ts';
import { capturedText } from '../../judging/talk/body-text.ts';

const usedUp = /\b(quota|exhausted|used up|out of requests)\b/;

/** Whether a text says in a common way that a quota is used up; 4.4 does not show it. */
function saysNoneLeft(text: string): boolean {
  const said = text.toLowerCase();
  if (usedUp.test(said)) return true;
  const words = said.split(/\W+/);
  return words.some((word, at) => {
    // As in "no requests are left".
    const before = words.slice(Math.max(0, at - 4), at);
    return word === 'left' && (before.includes('no') || before.includes('none'));
  });
}

/** A request to the API: its URL below that of its area. */
interface CallBelow {
  readonly url: string;
  readonly isCounted: boolean;
}

/** The area is that of the operation, or the first below whose URL the request is. */
function callBelow(url: string, places: Places): CallBelow | undefined {
  const [whole = ''] = url.split('#', 1);
  const [path] = pathAndQuery(whole);
  const below = (text: string, area: string): string | undefined => {
    const place = places.get(area);
    return place !== undefined && text.startsWith(`${place}/`)
      ? text.slice(place.length)
      : undefined;
  };
  const [called] = operationsAt((area) => below(path, area));
  const areas = called ? [called.place.area] : [...places.keys()];
  const found = areas.map((area) => below(whole, area)).find((one) => one !== undefined);
  return found === undefined
    ? undefined
    : { url: found, isCounted: called?.place.isCounted ?? false };
}

/** An exchange as the call of a client, with the path below the base URL; undefined where it is not for the API. */
export function clientCall(
  { request, response, caller: named, ...times }: HttpExchange<Buffer | string>,
  caller: string,
  places: Places,
): Parameters<ClientJudge['hear']> | undefined {
  const called = callBelow(request.url, places);
  if (!called) return undefined;
  const { url, isCounted } = called;
  const { method, headers } = request;
  const { status } = response;
  const isRefused = isCounted && status >= 400 && status < 500;
  // A success shows ids as the server writes them.
  const isServed = status >= 200 && status < 300;
  const said = ((isRefused || isServed) && capturedText(response)?.body) || '';
  const isKnown = named === undefined;
  const { authorization } = headers;
  return [
    {
      request: { method, url, headers, body: capturedText(request)?.body ?? '' },
      response: { ...response, body: said },
      ...times,
    },
    {
      caller,
      hasToken: isKnown ? (authorization ?? '').trim() !== '' : undefined,
      scheme: schemeOf(authorization),
      isRepeated: hasSeveralTokens(authorization),
      isNoneLeft: isRefused && (status === 402 || saysNoneLeft(said)),
    },
  ];
}

/** Judges the clients of this service by what they send. */
export function clientListener(places: Places): ClientListener {
  const judge = new ClientJudge();
  return {
    hear: (heard, caller, hide) => {
      const call = clientCall(heard, caller, places);
      if (!call) return [];
      const [exchange, facts] = call;
      return judge.hear(exchange, { ...facts, hide });
    },
    get findings() {
      return judge.findings;
    },
  };
}
