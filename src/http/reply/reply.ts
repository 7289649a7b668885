import type { WireBody } from '../../dialects/lookup-error.ts';
import { refusalSentence } from '../../domain/refusal.ts';

/** Of a list, each value is sent by itself. */
export type ReplyHeaders = { readonly [name: string]: string | readonly string[] };

/** A response, ready to be sent. */
export interface Reply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: WireBody;
  /** The outcome's name in openapi.yaml, and an explanation. */
  readonly outcome: string;
  readonly why?: string;
}

/** Used when even the dialect's own error reply cannot be made. */
export const fallbackReply: Reply = {
  status: 500,
  headers: {},
  body: {
    type: 'json',
    value: { error: refusalSentence({ kind: 'internal-error' }), successful: false },
  },
  outcome: 'internal-error',
};

/** A configured body: empty, a string sent unchanged, or JSON. */
export function fixedBody(body: unknown, isText = typeof body === 'string'): WireBody {
  if (body === undefined) return { type: 'empty' };
  if (isText && typeof body === 'string') return { type: 'text', value: body };
  return { type: 'json', value: body as object };
}
