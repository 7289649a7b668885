import type { ServerResponse } from 'node:http';
import { contentType, textOf } from './delivery.ts';
import type { Reply } from './reply.ts';

/** A reply, written out. */
export interface Sendable {
  readonly reply: Reply;
  readonly text: string;
  /** Names and values in turn. */
  readonly head: string[];
}

/** Sends a reply where there is no Express to do it. */
export function sendPlainly(res: ServerResponse, reply: Reply): void {
  const { text, head } = written(reply);
  res.writeHead(reply.status, head);
  res.end(text);
}

export function written(reply: Reply, beginning: readonly string[] = []): Sendable {
  const text = textOf(reply.body);
  const type = 'Content-Type' in reply.headers ? undefined : contentType(reply.body);
  const head = [...beginning];
  for (const [name, value] of Object.entries(reply.headers)) head.push(name, value);
  if (type !== undefined) head.push('Content-Type', type);
  head.push('Content-Length', String(Buffer.byteLength(text)));
  return { reply, text, head };
}

/** Writes replies out, those that last only once. */
export function sendables(common: { readonly [name: string]: string }) {
  const beginning = Object.entries(common).flat();
  const lasting = new WeakMap<Reply, Sendable>();
  return {
    /** What was written before. */
    lasting: (reply: Reply): Sendable | undefined =>
      reply.lasting ? lasting.get(reply) : undefined,

    sendable(reply: Reply): Sendable {
      const made = written(reply, beginning);
      if (reply.lasting) lasting.set(reply, made);
      return made;
    },
  };
}
