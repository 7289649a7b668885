import type { HttpExchange } from '../traffic/exchange.ts';
import { hasSeveralTokens } from '../traffic/scheme.ts';
import { splitWorld, type Worlds } from '../worlds/worlds.ts';
import type { Reply } from './reply/reply.ts';
import { replyText } from './reply/written.ts';
import { type LogWriter, logEntry } from './request-log.ts';
import { responseOf, seenExchange, timesOf } from './request-record.ts';
import { withoutTokens } from './without-tokens.ts';

/** A request rejected before the app saw it, with whatever could be parsed. */
export interface RejectedEarly {
  readonly request: HttpExchange['request'];
  readonly reply: Reply;
  /** Whether no byte was received: then there was no request. */
  readonly isSilent?: boolean;
}

/** As in web server logs: unknown. */
const unknown = '-';

/**
 * Method and URL from bytes that could not be parsed. Only a well-formed request line is used: bytes
 * from the middle of a request may contain a token.
 */
export function requestIn(packet: Buffer | undefined, parsed = 0): HttpExchange['request'] {
  // Pipelined valid requests may precede the malformed one.
  const before = packet?.subarray(0, parsed).lastIndexOf('\r\n\r\n') ?? -1;
  const start = before < 0 ? 0 : before + 4;
  const text = packet?.toString('latin1', start, start + longestLine) ?? '';
  const [line = ''] = text.split(/\r?\n/, 1);
  const [, method = unknown, url = unknown] = requestLine.exec(line) ?? [];
  return { method, url, headers: {} };
}

const longestLine = 8192;
const requestLine = /^([A-Za-z-]+) ([\x20-\x7E]*) HTTP\/[0-9.]+$/;

/** Explains malformed HTTP to the user. */
export function flawOf(packet: Buffer | undefined, reason: string | undefined): string | undefined {
  // The first byte of every TLS handshake (RFC 8446, 5.1).
  if (packet?.[0] === 0x16)
    return 'it is a TLS handshake, and this server speaks plain HTTP. Use http://';
  return reason && reason.charAt(0).toLowerCase() + reason.slice(1);
}

/**
 * Records it with the other requests, in its world where the URL names one. A connection without a
 * request, such as a browser's preconnect, is only logged.
 */
export function recordRejected(
  worlds: Worlds,
  log: LogWriter,
  { request, reply, isSilent }: RejectedEarly,
): void {
  const { method, url, headers } = request;
  const place = splitWorld(url);
  const made = place && worlds.use(place.id);
  const world = made ?? worlds.first;
  log(logEntry(request, reply, 0, (text) => withoutTokens(text, world, request)));
  if (isSilent) return;
  const exchange = {
    request: { method, url: made && place ? place.below : url, headers },
    response: responseOf(reply, { body: replyText(reply.body) }),
    ...timesOf(world, 0),
  };
  const known = { severalTokens: hasSeveralTokens(headers.authorization) };
  world.requests.add(seenExchange(exchange, reply, known, world));
}
