import type { IncomingMessage } from 'node:http';

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const ofOneConnection = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
];

/**
 * Headers that `Connection` cannot remove (RFC 9110, 7.6.1): without a length, a body would be
 * parsed as the next request.
 */
const ofTheMessage = ['authorization', 'content-length', 'host'];

/**
 * The headers for the next connection; chunked if the received transfer coding is given. Only chunked
 * messages have trailers.
 */
export function endToEnd(message: IncomingMessage, coding: string | undefined): string[] {
  const { headers, rawHeaders } = message;
  const gone = new Set(headers.connection?.split(',').map((name) => name.trim().toLowerCase()));
  for (const name of ofTheMessage) gone.delete(name);
  for (const name of ofOneConnection) gone.add(name);
  if (coding === undefined) gone.add('trailer');
  const kept: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (!gone.has(name.toLowerCase())) kept.push(name, rawHeaders[i + 1] as string);
  }
  // Codings below the chunks, such as gzip, are forwarded unchanged.
  if (coding !== undefined)
    kept.push('Transfer-Encoding', isChunked.test(coding) ? coding : `${coding}, chunked`);
  return kept;
}

const isChunked = /(^|,)[ \t]*chunked[ \t]*$/i;

/** Names and values alternate, with order, case and repetition as received. */
export function pairs(raw: readonly string[]): [name: string, value: string][] {
  const list: [string, string][] = [];
  for (let i = 0; i < raw.length; i += 2) list.push([raw[i] as string, raw[i + 1] as string]);
  return list;
}
