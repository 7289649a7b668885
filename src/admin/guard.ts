import type { Request, RequestHandler } from 'express';
import { type Pause, realPause } from '../http/reply/delivery.ts';
import { type LogWriter, logEntry } from '../http/request-log.ts';
import { withoutTokens } from '../http/without-tokens.ts';
import { isLoopback, isMeantFor, isWildcard } from '../net/host.ts';
import { TokenGuessLimiter } from './guesses.ts';
import { ControlProblem } from './problem.ts';

export interface GuardOptions {
  /** The address the server listens on, as it was given. */
  readonly host: string;
  /** What must be known to use the control plane. */
  readonly adminToken?: string;
  /** Told of wrong guesses of it. */
  readonly log: LogWriter;
  /** How long they wait. */
  readonly pause?: Pause | undefined;
}

/** What anybody may ask who comes this far: whether the server is alive, and pages without data. */
const open = /^\/(health$|console($|\/))/;

/** Whether somebody opens the plane itself in a browser, to be led to its pages. */
export const isVisit = (req: Request): boolean =>
  req.path === '/' && req.accepts(['json', 'html']) === 'html';

/**
 * Who gets in. A page of another origin can make a browser send requests here, and with a name of
 * its own that leads to this machine it can even read the answers. So a request must be meant for
 * this machine by its Host, and must not say that another site sent it.
 */
export function guard({ host, adminToken, log, pause = realPause }: GuardOptions): RequestHandler {
  const local = isLoopback(host);
  const guesses = adminToken === undefined ? undefined : new TokenGuessLimiter(adminToken, pause);

  function foreignness(req: Request): ControlProblem | undefined {
    // Where any name is taken, since every address is listened on, the token keeps strangers out.
    const { publicUrl } = req.context.server;
    // What is known beyond this machine lets nobody in without a token.
    const place = guesses && publicUrl ? new URL(publicUrl) : undefined;
    if (!isMeantFor(req.headers.host, host) && req.headers.host !== place?.host) {
      const known = isWildcard(host) ? 'localhost' : host;
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
    if (local || guesses || req.path === '/health') return undefined;
    return new ControlProblem(
      'switched-off',
      `The server listens on ${host}, beyond this machine. Start it with --admin-token or ABUSE_FEED_ADMIN_TOKEN to use the control plane.`,
    );
  }

  async function strangeness(req: Request): Promise<ControlProblem | undefined> {
    if (!guesses || req.path === '/health') return undefined;
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (isRead && (open.test(req.path) || isVisit(req))) return undefined;
    if (req.headers.authorization === undefined) return noToken;
    const judged = await guesses.judge(req);
    if (judged === 'right') return undefined;
    const problem = judged === 'wrong' ? noToken : tooManyGuesses;
    const { status, kind: outcome, message: why } = problem;
    const url = withoutTokens(req.originalUrl, req.context.world);
    log(logEntry({ method: req.method, url, ms: 0 }, { status, outcome, why }));
    return problem;
  }

  return async (req, res, next) => {
    res.set({
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    });
    next(foreignness(req) ?? (await strangeness(req)) ?? badBody(req));
  };
}

const noToken = new ControlProblem(
  'no-admin-token',
  'Send the admin token the server was started with, as "Authorization: Bearer <token>".',
);
const tooManyGuesses = new ControlProblem(
  'too-many-guesses',
  'Too many wrong admin tokens, from your address or in all. Wait a second and try again.',
);

const foreign = (detail: string): ControlProblem => new ControlProblem('not-allowed-here', detail);

/** Forms and texts are what a page may send anywhere without asking; JSON is not. */
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
  // The validator keeps something for every spelling it meets.
  if (hasBody) req.headers['content-type'] = 'application/json';
  else delete req.headers['content-type'];
  return undefined;
}
