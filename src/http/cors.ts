import type { Request, Response } from 'express';
import { reasonHeader } from './reply/reason.ts';

const exposed = `*, Retry-After, Allow, WWW-Authenticate, Preference-Applied, ${reasonHeader}`;

/** Sent with every response, for any origin. */
export const corsHeaders: { readonly [name: string]: string } = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed,
};

/** Whether this is a CORS preflight. */
export function isPreflight(req: Request): boolean {
  return req.method === 'OPTIONS' && req.get('Access-Control-Request-Method') !== undefined;
}

/** Browser clients on any origin may call the API: tokens travel in a header, never in cookies. */
export function answerPreflight(res: Response, methods: readonly string[]): void {
  const asked = res.req.get('Access-Control-Request-Headers')?.match(/[\w-]+/g) ?? [];
  res.writeHead(204, {
    ...corsHeaders,
    'Access-Control-Allow-Methods': methods.join(', '),
    // Echoes the requested headers (tracing tools add their own): `*` would not cover Authorization.
    'Access-Control-Allow-Headers': ['Authorization', 'Content-Type', 'Prefer', ...asked].join(
      ', ',
    ),
    Vary: 'Access-Control-Request-Headers',
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
