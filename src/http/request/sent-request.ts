import { type HttpExchange, headersOf } from '../../traffic/exchange.ts';
import type { RequestContext } from '../context.ts';

/** The request as far as it is known, with its token. */
export function sentRequest(context: RequestContext): HttpExchange['request'] {
  const { req, url } = context;
  const body = sentBody(context);
  return {
    method: req.method,
    url,
    headers: headersOf(req.rawHeaders),
    ...(body !== undefined && { body }),
  };
}

/** A body that was read as JSON is written anew; undefined where it was not read. */
export function sentBody({
  body,
  unreadBody,
}: Pick<RequestContext, 'body' | 'unreadBody'>): string | undefined {
  if (unreadBody !== undefined || body === undefined) return unreadBody;
  try {
    return JSON.stringify(body);
  } catch {
    // A value that can be parsed may be nested too deeply to serialise.
    return undefined;
  }
}
