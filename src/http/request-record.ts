import {
  type HttpExchange,
  headersOf,
  longestRecordedBody,
  type NewSeenExchange,
  type SeenExchange,
} from '../traffic/exchange.ts';
import { schemeOf } from '../traffic/scheme.ts';
import { withoutSecretHeaders } from '../traffic/secrets.ts';
import type { World } from '../worlds/world.ts';
import type { RequestContext } from './context.ts';
import type { Delivered } from './reply/deliver.ts';
import { reasonHeader } from './reply/reason.ts';
import { contentType, type SentBody } from './reply/written.ts';
import { bodyIsPending } from './request/body.ts';
import { withoutTokens } from './without-tokens.ts';

/** Estimated size of an entry without its bodies. */
const besidesBodies = 500;

/** Records an exchange in its world and notifies observers, before anybody can have read the reply. */
export function recordRequest(context: RequestContext, { result, sent }: Delivered): void {
  // The context would be kept in memory, and the connection with it, by a function that uses it later.
  const { req, world, url, bodyText, headers } = context;
  const { method, rawHeaders } = req;
  const times = timesOf(world, context.elapsed);
  const caller = context.callerId ?? null;
  const operation = context.operation?.name;
  const known: Known = {
    operation,
    faults: context.interference?.faults,
    bodyNotRead: bodyIsPending(context),
    severalTokens: headers.authorization.length > 1,
  };
  context.server.onAnswer?.(operation, result.outcome, context);
  const write = (): NewSeenExchange => {
    const request = {
      method,
      url,
      headers: headersOf(rawHeaders),
      ...(bodyText !== undefined && { body: bodyText }),
    };
    const exchange = { request, response: responseOf(result, sent), caller, ...times };
    return seenExchange(exchange, result, known, world);
  };
  const size = headers.bodyLength + sent.body.length;
  if (size <= longestRecordedBody) {
    world.requests.addLazily(size + besidesBodies, write);
  } else {
    // Truncated right away: the pending entry would otherwise keep the whole body in memory.
    world.requests.add(write());
  }
}

type Times = Required<Pick<HttpExchange, 'startedAt' | 'endedAt' | 'ahead'>>;

/** The times of an exchange that ends now. */
export function timesOf({ clock }: World, elapsed: number): Times {
  const { ahead } = clock;
  const endedAt = clock.now() - ahead - performance.timeOrigin;
  return { startedAt: endedAt - elapsed, endedAt, ahead };
}

/** Without the headers that all replies have. */
export function responseOf(
  result: Delivered['result'],
  { body, cut }: SentBody,
): HttpExchange['response'] {
  if (!('status' in result)) return { status: 0, headers: {}, body: '' };
  const type = contentType(result.body);
  const own = headersOf(
    Object.entries(result.headers).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => [name, one]),
    ),
  );
  return {
    status: result.status,
    headers: type === undefined ? own : { 'content-type': type, ...own },
    body,
    ...(cut && { cut }),
  };
}

/** What a stand-in knows of an exchange besides. */
type Known = {
  readonly [field in 'operation' | 'faults' | 'bodyNotRead' | 'severalTokens']?:
    | SeenExchange[field]
    | undefined;
};

/** The exchange as it is shown: without tokens, and with the beginning of long texts. */
export function seenExchange(
  exchange: HttpExchange & Times,
  { outcome, why }: Delivered['result'],
  { operation, faults, bodyNotRead, severalTokens }: Known,
  world: World,
): NewSeenExchange {
  const { request, response, startedAt, endedAt, ahead } = exchange;
  const hide = (text: string): string => withoutTokens(text, world, request);
  const sent = cut(request.body ?? '', hide);
  const received = cut(response.body, hide);
  const scheme = schemeOf(request.headers.authorization);
  const reason = response.headers[reasonHeader.toLowerCase()];
  return {
    time: new Date(Math.round(performance.timeOrigin + endedAt + ahead)).toISOString(),
    ...(ahead !== 0 && { ahead }),
    ...(operation && { operation }),
    caller: exchange.caller ?? null,
    request: {
      method: request.method,
      url: cut(hide(request.url), hide).text,
      headers: withoutSecretHeaders(request.headers),
      ...(sent.text && { body: sent.text }),
    },
    response: { ...response, body: received.text },
    startedAt: inThousandths(startedAt),
    endedAt: inThousandths(endedAt),
    outcome,
    ...(why !== undefined && { why: cut(hide(why), hide).text }),
    ...(reason !== undefined && { reason }),
    ...(faults && { faults }),
    ...(scheme !== undefined && { scheme }),
    ...(severalTokens && { severalTokens }),
    ...(bodyNotRead && { bodyNotRead }),
    ...((sent.isCut || received.isCut) && { truncated: true }),
  };
}

function inThousandths(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** Tokens are hidden first: of one that is cut, a part would be left. */
function cut(text: string, hide: (text: string) => string): { text: string; isCut: boolean } {
  const isCut = text.length > longestRecordedBody;
  return { text: isCut ? hide(text).slice(0, longestRecordedBody) : text, isCut };
}
