import type { ServerResponse } from 'node:http';
import type { WireBody } from '../../dialects/lookup-error.ts';
import type { HttpExchange } from '../../traffic/exchange.ts';
import type { Reply } from './reply.ts';

/** A serialised reply. */
export interface SerializedReply {
  readonly text: string;
  /** Names and values alternate. */
  readonly head: string[];
}

/** What is sent of a body. */
export type SentBody = Pick<HttpExchange['response'], 'body' | 'cut'>;

/** Headers common to all replies of a server. */
export type CommonHeaders = { readonly [name: string]: string };

/** RFC 9110, 8.6: 204 must not tell a length, and that of a 304 is of what is not sent. */
const withoutLength = new Set([204, 304]);

export function serialize(
  { status, headers, body }: Reply,
  common: CommonHeaders = {},
): SerializedReply {
  const text = replyText(body);
  const head: string[] = [];
  for (const name in common) head.push(name, common[name] as string);
  let type = contentType(body);
  for (const name in headers) {
    const value = headers[name] as string | readonly string[];
    if (typeof value === 'string') head.push(name, value);
    else for (const one of value) head.push(name, one);
    if (name.toLowerCase() === 'content-type') type = undefined;
  }
  if (type !== undefined) head.push('Content-Type', type);
  if (!withoutLength.has(status)) head.push('Content-Length', String(Buffer.byteLength(text)));
  return { text, head };
}

/** The same headers with another Content-Length. */
export function withContentLength(head: readonly string[], length: number): string[] {
  return head.map((one, i) =>
    i % 2 === 1 && head[i - 1] === 'Content-Length' ? String(length) : one,
  );
}

export function send(res: ServerResponse, status: number, { head, text }: SerializedReply): void {
  res.writeHead(status, head);
  res.end(text);
}

export function replyText(body: WireBody): string {
  if (body.type === 'empty') return '';
  return body.type === 'json' ? JSON.stringify(body.value) : body.value;
}

/** JSON is UTF-8 and takes no charset (RFC 8259, 11); some clients compare the type literally. */
export function contentType(body: WireBody): string | undefined {
  if (body.type === 'empty') return undefined;
  return body.type === 'json' ? 'application/json' : 'text/plain; charset=utf-8';
}
