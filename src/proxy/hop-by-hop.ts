import type { IncomingMessage } from 'node:http';

/** Headers that are about one connection and not about the message (RFC 9110, 7.6.1). */
const ofOneConnection = [
  ...['connection', 'keep-alive', 'proxy-connection'],
  ...['te', 'transfer-encoding', 'upgrade'],
];

/**
 * What `Connection` must not name (RFC 9110, 7.6.1), and cannot take away: without its length a body would be
 * read as the next request.
 */
const ofTheMessage = ['authorization', 'content-length', 'host'];

/** Names and values in turn, in the order, the case and the number in which they came. */
export type RawHeaders = readonly string[];

/**
 * What goes on to the next connection, in chunks where the transfer coding that the message came in is given.
 * Only chunks have trailers after them.
 */
export function endToEnd(message: IncomingMessage, coding: string | undefined): string[] {
  const { headers, rawHeaders } = message;
  const gone = new Set(headers.connection?.toLowerCase().split(/[ \t]*,[ \t]*/));
  for (const name of ofTheMessage) gone.delete(name);
  for (const name of ofOneConnection) gone.add(name);
  if (coding === undefined) gone.add('trailer');
  const kept: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (!gone.has(name.toLowerCase())) kept.push(name, rawHeaders[i + 1] as string);
  }
  // What lies below the chunks, such as gzip, is passed on as it is.
  if (coding !== undefined)
    kept.push('Transfer-Encoding', isChunked.test(coding) ? coding : `${coding}, chunked`);
  return kept;
}

const isChunked = /(^|,)[ \t]*chunked[ \t]*$/i;

export function pairs(raw: RawHeaders): [name: string, value: string][] {
  const list: [string, string][] = [];
  for (let i = 0; i < raw.length; i += 2) list.push([raw[i] as string, raw[i + 1] as string]);
  return list;
}
