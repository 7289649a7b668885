import type { IncomingMessage } from 'node:http';
import type { Call } from './answer.ts';
import type { PlainChecks } from './plain-checks.ts';

const feedUrl = /^\/feed\/([A-Za-z0-9_-]{1,64})\/api(?:\?report=([0-9A-Fa-f-]{36}))?$/;
const lookupUrl = /^\/private\/sample\/([0-9A-Fa-f]{64}|[0-9A-Fa-f]{128})$/;
const jsonType = /^application\/json(?:; ?charset=utf-8)?$/i;

/** The headers that a plain request is read by. */
interface Headers {
  authorization?: string;
  'content-type'?: string;
  'content-length'?: string;
}

/** Headers that change what a request means, or how its body is to be read. */
const unusual = new Set(['prefer', 'expect', 'content-encoding', 'transfer-encoding', 'upgrade']);

/** Reading `req.headers` would cost more than all that is done with them here. */
function plainHeaders(rawHeaders: readonly string[]): Headers | undefined {
  const headers: Headers = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = (rawHeaders[i] as string).toLowerCase();
    if (unusual.has(name)) return undefined;
    if (name !== 'authorization' && name !== 'content-type' && name !== 'content-length') continue;
    if (headers[name] !== undefined) return undefined;
    headers[name] = rawHeaders[i + 1] as string;
  }
  return headers;
}

/** A request that is plainly valid but for its body, which a create still has to read. */
export type Plain =
  | { readonly call: Exclude<Call, { operation: 'create' }> }
  | {
      readonly creates: string;
      readonly authorization: string | undefined;
      readonly bytes: number;
    };

/**
 * Recognises the requests that the whole way through router and validator would let through as
 * they are. Undefined means only that it takes that way, never that it is refused.
 */
export function plainRequest(req: IncomingMessage, checks: PlainChecks): Plain | undefined {
  const { method, url = '', rawHeaders } = req;
  const headers = plainHeaders(rawHeaders);
  if (!headers) return undefined;
  const { authorization } = headers;
  const bodiless = headers['content-length'] === undefined;

  const feed = feedUrl.exec(url);
  if (feed) {
    const service = feed[1] as string;
    const id = feed[2];
    if (method === 'POST' && id === undefined) {
      const bytes = Number(headers['content-length']);
      const readable = jsonType.test(headers['content-type'] ?? '') && bytes > 0;
      if (!readable || bytes > checks.bodyLimit) return undefined;
      return { creates: service, authorization, bytes };
    }
    if (!bodiless || id === undefined || !checks.isId(id)) return undefined;
    if (method === 'GET') return { call: { operation: 'fetch', authorization, service, id } };
    if (method === 'DELETE') return { call: { operation: 'delete', authorization, service, id } };
    return undefined;
  }
  const hash = method === 'GET' && bodiless ? lookupUrl.exec(url)?.[1] : undefined;
  return hash === undefined ? undefined : { call: { operation: 'lookup', authorization, hash } };
}
