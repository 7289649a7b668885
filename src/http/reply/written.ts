import type { ServerResponse } from 'node:http';
import type { WireBody } from '../../dialects/lookup-error.ts';
import type { Reply } from './reply.ts';

/** A reply as it goes over the wire. */
export interface SerializedReply {
  readonly text: string;
  /** Names and values in turn. */
  readonly head: string[];
}

/** Headers that every reply of a server has. */
export type CommonHeaders = { readonly [name: string]: string };

export function serialize({ headers, body }: Reply, common: CommonHeaders = {}): SerializedReply {
  const text = replyText(body);
  const head: string[] = [];
  for (const name in common) head.push(name, common[name] as string);
  let type = contentType(body);
  for (const name in headers) {
    head.push(name, headers[name] as string);
    if (name.toLowerCase() === 'content-type') type = undefined;
  }
  if (type !== undefined) head.push('Content-Type', type);
  head.push('Content-Length', String(Buffer.byteLength(text)));
  return { text, head };
}

/** The same head with another length. */
export const withContentLength = (head: readonly string[], length: number): string[] =>
  head.map((one, i) => (i % 2 === 1 && head[i - 1] === 'Content-Length' ? String(length) : one));

export function send(res: ServerResponse, status: number, { head, text }: SerializedReply): void {
  res.writeHead(status, head);
  res.end(text);
}

export function replyText(body: WireBody): string {
  if (body.type === 'empty') return '';
  return body.type === 'json' ? JSON.stringify(body.value) : body.value;
}

/** JSON is UTF-8 and has no charset (RFC 8259, 11); some clients compare to the letter. */
export function contentType(body: WireBody): string | undefined {
  if (body.type === 'empty') return undefined;
  return body.type === 'json' ? 'application/json' : 'text/plain; charset=utf-8';
}
