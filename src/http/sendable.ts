import { contentType, textOf } from './delivery.ts';
import type { Reply } from './reply.ts';

/** A reply, written out. */
export interface Sendable {
  readonly reply: Reply;
  readonly text: string;
  /** Names and values in turn. */
  readonly head: string[];
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
      const text = textOf(reply.body);
      const type = 'Content-Type' in reply.headers ? undefined : contentType(reply.body);
      const head = [...beginning];
      for (const [name, value] of Object.entries(reply.headers)) head.push(name, value);
      if (type !== undefined) head.push('Content-Type', type);
      head.push('Content-Length', String(Buffer.byteLength(text)));
      const made = { reply, text, head };
      if (reply.lasting) lasting.set(reply, made);
      return made;
    },
  };
}
