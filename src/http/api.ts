import express, {
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import { methodsOf, type OperationName, operationOf } from '../domain/operation.ts';
import type { SentReport } from '../domain/rules.ts';
import type { Call } from './answer.ts';
import { refusalOf } from './complaint.ts';
import { lastResort, write } from './delivery.ts';
import { type ProtocolRefusal, protocolReply } from './protocol-refusal.ts';
import { reasonFor, reasonHeader } from './reason.ts';
import type { Reply } from './reply.ts';
import { Refused, requestBody } from './request-body.ts';
import { noteArrival } from './request-log.ts';
import { requestValidatorOf } from './request-validator.ts';
import type { ServedWorld } from './served-world.ts';

const longestUrl = 8192;

/** What the API reports about itself while it works. */
export interface Observer {
  /** A reply is about to be sent. */
  readonly replied: (req: Request, res: Response, reply: Reply) => void;
  /** A bug of ours: a reply that breaks the contract, or an exception nobody foresaw. */
  readonly bug: (problem: unknown) => void;
  /** A body that is no JSON, as it was sent. */
  readonly unreadable?: (req: Request, body: string) => void;
  /** What comes of a request before it is read, if anything does: faults and preferences. */
  readonly intervene?: (
    req: Request,
    res: Response,
    operation: OperationName,
  ) => Intervention | Promise<Intervention>;
  /** How a reply is sent; as it is, where this is absent. */
  readonly deliver?: (req: Request, res: Response, reply: Reply) => void;
}

/** Nothing, an end without an answer, or an answer that is not held against the contract. */
export type Intervention = undefined | 'hung-up' | Reply;

/** The four operations, as one world serves them. */
export function api(served: ServedWorld, observer: Observer): Router {
  const { edition } = served;
  const router = Router({ caseSensitive: true, strict: true });
  router.use(noteArrival, refuseStrangePaths(send));
  if (observer.intervene) router.use(interveneBy(observer.intervene));
  router.use(requestBody(edition), ...requestValidatorOf(edition));
  router.post('/feed/:service/api', perform(createCall));
  router.get('/feed/:service/api', perform(fetchCall));
  router.delete('/feed/:service/api', perform(deleteCall));
  router.get('/private/sample/:hash', perform(lookupCall));
  router.use(refuse);
  return router;

  function perform(callOf: (req: Request) => Call): RequestHandler {
    return async (req, res) => send(req, res, await served.answer(served, callOf(req)));
  }

  function send(req: Request, res: Response, reply: Reply): void {
    const operation = operationOf(req.method, req.path);
    const problem = operation && edition.check(operation, reply);
    if (operation && problem) {
      observer.bug(`${operation} was about to answer against its contract: ${problem}`);
      const { outcome } = reply;
      // Where even the apology breaks the contract, a plain one ends it.
      if (outcome === 'internal-error') finish(req, res, lastResort);
      else send(req, res, edition.replies.refused(operation, { kind: 'internal-error' }));
      return;
    }
    finish(req, res, reply);
  }

  function finish(req: Request, res: Response, reply: Reply): void {
    const reason = reply.headers[reasonHeader] ?? reasonFor(undefined, reply.outcome);
    const headers = { ...reply.headers, ...(reason !== undefined && { [reasonHeader]: reason }) };
    const complete = { ...reply, headers };
    observer.replied(req, res, complete);
    if (observer.deliver) observer.deliver(req, res, complete);
    else write(res, complete);
  }

  function interveneBy(intervene: NonNullable<Observer['intervene']>): RequestHandler {
    return (req, res, next) => {
      const operation = operationOf(req.method, req.path);
      const intervention = operation && intervene(req, res, operation);
      if (intervention === undefined) return next();
      return Promise.resolve(intervention).then((instead) => {
        if (instead === undefined) next();
        else if (instead !== 'hung-up') finish(req, res, instead);
      });
    };
  }

  // Express tells error handlers by their four parameters.
  function refuse(error: unknown, req: Request, res: Response, next: NextFunction): void {
    if (res.headersSent) {
      next(error);
      return;
    }
    const unread = (error as { body?: unknown } | undefined)?.body;
    if (typeof unread === 'string') observer.unreadable?.(req, unread);
    const operation = operationOf(req.method, req.path);
    const refusal = error instanceof Refused ? error.refusal : refusalOf(error, req);
    if (operation && refusal) {
      send(req, res, edition.replies.refused(operation, refusal));
      return;
    }
    observer.bug(error);
    const kind = 'internal-error';
    send(req, res, edition.replies.refused(operation ?? 'fetch', { kind }));
  }
}

/** Paths and methods that are none of the API's, before anything is read of the request. */
function refuseStrangePaths(
  send: (req: Request, res: Response, reply: Reply) => void,
): RequestHandler {
  return (req, res, next) => {
    const refusal = protocolRefusal(req);
    if (refusal) send(req, res, protocolReply(refusal));
    else if (req.method === 'OPTIONS') {
      res.set('Allow', [...(methodsOf(req.path) ?? []), 'OPTIONS'].join(', '));
      res.status(204).end();
    } else next();
  };
}

function protocolRefusal(req: Request): ProtocolRefusal | undefined {
  if (req.originalUrl.length > longestUrl) return { kind: 'uri-too-long', limit: longestUrl };
  const allow = methodsOf(req.path);
  if (!allow) return { kind: 'unknown-path', path: req.path };
  if (![...allow, 'OPTIONS'].includes(req.method)) {
    return { kind: 'method-not-allowed', method: req.method, allow };
  }
  return undefined;
}

const authorization = (req: Request): string | undefined => {
  const sent = req.headersDistinct.authorization ?? [];
  if (sent.length > 1) {
    const problem = 'The Authorization header is sent more than once. Send it once.';
    throw new Refused({ kind: 'malformed-request', problem });
  }
  return sent[0];
};

const param = (req: Request, name: string): string => String(req.params[name]);

const createCall = (req: Request): Call => ({
  operation: 'create',
  authorization: authorization(req),
  service: param(req, 'service'),
  report: req.body as SentReport,
});
const fetchCall = (req: Request): Call => ({
  operation: 'fetch',
  authorization: authorization(req),
  service: param(req, 'service'),
  id: String(req.query.report),
});
const deleteCall = (req: Request): Call => ({
  operation: 'delete',
  authorization: authorization(req),
  service: param(req, 'service'),
  id: String(req.query.report),
});
const lookupCall = (req: Request): Call => ({
  operation: 'lookup',
  authorization: authorization(req),
  hash: param(req, 'hash'),
});

export const expressApp = (): express.Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.enable('case sensitive routing');
  app.enable('strict routing');
  return app;
};
