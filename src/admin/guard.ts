import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { ServerSettings } from '../http/context.ts';
import { isLoopback, isMeantFor, isWildcard } from '../http/host.ts';
import { logEntry } from '../http/request-log.ts';
import { ControlProblem } from './control/problem.ts';

/** Paths that need no token: health, and pages without data. */
const open = /^\/(health$|console($|\/))/;

const withToken =
  'start the server with --admin-token or ABUSE_FEED_ADMIN_TOKEN, in a program with adminToken';

/** Says whether the token is right, for the console: a browser logs every 401 as an error of the page. */
const tokenCheck = '/console/token';

/** Whether a browser opens the root of the control plane, which redirects to its pages. */
export function isVisit(req: Request): boolean {
  return req.path === '/' && req.accepts(['json', 'html']) === 'html';
}

/**
 * Access control. A page of another origin can make a browser send requests here and, with a DNS name that
 * resolves to this machine, even read the responses. So the Host of a request must name this server, and
 * the request must not come from another site.
 */
export function guard({ host, adminToken, log }: ServerSettings): RequestHandler {
  const local = isLoopback(host);
  const expected = adminToken === undefined ? undefined : digest(adminToken);

  function originProblem(req: Request): ControlProblem | undefined {
    // A wildcard address accepts any name; then the token protects the server.
    const { publicUrl } = req.context.server;
    // A public URL is accepted only with an admin token.
    const place = expected && publicUrl ? new URL(publicUrl) : undefined;
    if (!isMeantFor(req.headers.host, host) && req.headers.host !== place?.host) {
      const known = isWildcard(host) ? 'localhost' : host;
      if (publicUrl && req.headers.host === new URL(publicUrl).host)
        return foreign(
          `The Host header is "${req.headers.host}", as in the public URL. There, the control plane needs an admin token: ${withToken}. Or use ${known} as the host name.`,
        );
      return foreign(`The Host header is "${req.headers.host}". Use ${known} as the host name.`);
    }
    const { origin, 'sec-fetch-site': site } = req.headers;
    if (
      origin !== undefined &&
      origin !== place?.origin &&
      origin.toLowerCase() !== `${req.protocol}://${req.headers.host}`.toLowerCase()
    ) {
      return foreign(`The request comes from a page of ${origin}. Only pages of this server may.`);
    }
    if (site !== undefined && site !== 'same-origin' && site !== 'none') {
      return foreign(`The request comes from a page of another site (${site}).`);
    }
    if (local || expected || req.path === '/health') return undefined;
    return new ControlProblem(
      'switched-off',
      `The server listens on ${host}, beyond this machine. There, the control plane needs an admin token: ${withToken}.`,
    );
  }

  function tokenProblem(req: Request): ControlProblem | undefined {
    if (!expected || req.path === '/health') return undefined;
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    const isPage = open.test(req.path) && req.path !== tokenCheck;
    if (isRead && (isPage || isVisit(req))) return undefined;
    const sent = req.headers.authorization;
    if (sent === undefined) return noToken;
    if (timingSafeEqual(digest(bearerTokenIn(sent)), expected)) return undefined;
    const { status, kind: outcome, message: why } = noToken;
    const request = { method: req.method, url: req.originalUrl };
    log(logEntry(request, { status, outcome, why }, 0, req.context.withoutTokens));
    return noToken;
  }

  return (req, res, next) => {
    res.set({
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    const problem = originProblem(req) ?? tokenProblem(req) ?? badBody(req);
    const isChecked = req.path === tokenCheck && (!problem || problem === noToken);
    if (isChecked) res.json({ isAdmitted: problem === undefined });
    else next(problem);
  };
}

const noToken = new ControlProblem(
  'no-admin-token',
  'Send the admin token the server was started with, as "Authorization: Bearer <token>".',
);
/** Equal lengths, as timingSafeEqual requires. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** RFC 9110, 11.1: schemes are case-insensitive. */
function bearerTokenIn(authorization: string): string {
  const scheme = 'bearer ';
  const isBearer = authorization.slice(0, scheme.length).toLowerCase() === scheme;
  return isBearer ? authorization.slice(scheme.length).trimStart() : '';
}

function foreign(detail: string): ControlProblem {
  return new ControlProblem('not-allowed-here', detail);
}

/** A page may send forms and text to any origin without a preflight, but not JSON. */
function badBody(req: Request): ControlProblem | undefined {
  const sent = req.headers['content-type'];
  const mediaType = sent?.split(';', 1)[0]?.trim().toLowerCase();
  const hasBody =
    req.headers['transfer-encoding'] !== undefined ||
    Number(req.headers['content-length'] ?? '0') > 0;
  if (hasBody && mediaType !== 'application/json') {
    return new ControlProblem(
      'not-json',
      `The content type is ${sent ?? 'absent'}. Send application/json.`,
    );
  }
  // The validator caches an entry for every spelling.
  if (hasBody) req.headers['content-type'] = 'application/json';
  else delete req.headers['content-type'];
  return undefined;
}
