import type { Request, Response } from 'express';
import { reasonHeader } from './reply/reason.ts';
import type { CommonHeaders } from './reply/written.ts';

const exposedNames = `Retry-After, Allow, WWW-Authenticate, Preference-Applied, ${reasonHeader}`;

/** Whether pages of other origins may call the API, and whether with credentials, such as cookies. */
export type Cors = boolean | 'credentials';

/** Sent with every response, for any origin. */
const forAnyOrigin: CommonHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': `*, ${exposedNames}`,
};

const none: CommonHeaders = {};

/** With credentials, no header may have a star: the origin is named, if there is one. */
function forOrigin(origin: string | undefined): CommonHeaders {
  if (origin === undefined) return { Vary: 'Origin' };
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': exposedNames,
    Vary: 'Origin',
  };
}

/** The headers of a response, by the origin of its request. */
export function corsHeaders(cors: Cors, origin: string | undefined): CommonHeaders {
  if (cors === 'credentials') return forOrigin(origin);
  return cors ? forAnyOrigin : none;
}

/** Whether this is a CORS preflight. */
export function isPreflight(req: Request): boolean {
  return req.method === 'OPTIONS' && req.get('Access-Control-Request-Method') !== undefined;
}

/** Browser clients on any origin may call the API: tokens travel in a header, not in cookies. */
export function answerPreflight(res: Response, methods: readonly string[], cors: Cors): void {
  const asked = res.req.get('Access-Control-Request-Headers')?.match(/[\w-]+/g) ?? [];
  const common = corsHeaders(cors, res.req.get('Origin'));
  res.writeHead(204, {
    ...common,
    'Access-Control-Allow-Methods': methods.join(', '),
    // Echoes the requested headers (tracing tools add their own): `*` would not cover Authorization.
    'Access-Control-Allow-Headers': ['Authorization', 'Content-Type', 'Prefer', ...asked].join(
      ', ',
    ),
    Vary: [common.Vary, 'Access-Control-Request-Headers'].filter(Boolean).join(', '),
    'Access-Control-Max-Age': '600',
  });
  res.end();
}

/** RFC 9110, 9.3.7. */
export function sendAllow(
  res: Response,
  allow: readonly string[],
  headers: { readonly [name: string]: string },
): void {
  res.writeHead(204, { ...headers, Allow: [...allow, 'OPTIONS'].join(', ') });
  res.end();
}
