import type { WireBody } from '../../dialects/lookup-error.ts';
import { refusalSentence } from '../../domain/refusal.ts';

/** An answer, ready to be sent. */
export interface Reply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: WireBody;
  /** What stands behind it: the outcome's name in openapi.yaml, and a sentence for people. */
  readonly outcome: string;
  readonly why?: string;
}

/** Where even an apology that follows the dialect cannot be had. */
export const fallbackReply: Reply = {
  status: 500,
  headers: {},
  body: {
    type: 'json',
    value: { error: refusalSentence({ kind: 'internal-error' }), successful: false },
  },
  outcome: 'internal-error',
};

/** A body that somebody gave for a fixed answer: none, a text as it is, everything else as JSON. */
export function fixedBody(body: unknown, isText = typeof body === 'string'): WireBody {
  if (body === undefined) return { type: 'empty' };
  if (isText && typeof body === 'string') return { type: 'text', value: body };
  return { type: 'json', value: body as object };
}
