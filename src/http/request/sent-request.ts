import { type HttpExchange, headersOf } from '../../traffic/exchange.ts';
import type { RequestContext } from '../context.ts';

/** The request as far as it is known, with its token. */
export function sentRequest(context: RequestContext): HttpExchange['request'] {
  const { req, url, bodyText } = context;
  return {
    method: req.method,
    url,
    headers: headersOf(req.rawHeaders),
    ...(bodyText !== undefined && { body: bodyText }),
  };
}
