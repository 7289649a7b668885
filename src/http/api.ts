import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import { sharedContract } from '../contract/document.ts';
import { placedOperations } from '../contract/operations.ts';
import type { OperationName } from '../domain/operation.ts';
import type { Refusal } from '../domain/refusal.ts';
import { refused } from '../domain/refusal.ts';
import { operationOf } from '../operations/operations.ts';
import { StorageFailure } from '../store/store.ts';
import { splitWorld, type Worlds } from '../worlds/worlds.ts';
import { RequestContext, type ServerContext } from './context.ts';
import { answerPreflight, corsHeaders, isPreflight, sendAllow } from './cors.ts';
import { injectFaults } from './disturb.ts';
import type { ExtraRoutes } from './extra-routes.ts';
import type { OnAnswer } from './on-answer.ts';
import { type Pause, realPause } from './reply/delivery.ts';
import { isProtocolRefusal, type ProtocolRefusal, protocolReply } from './reply/protocol-reply.ts';
import type { Reply } from './reply/reply.ts';
import { respond, serverErrorReply } from './reply/respond.ts';
import { keepBody, readBody } from './request/body.ts';
import { refusalOf } from './request/refusal-of.ts';
import { bugEntry, type LogWriter } from './request-log.ts';
import { bodyIsPending } from './request-record.ts';
import { type Call, isAdmitted, type Mutation, services } from './service.ts';

export interface ApiOptions {
  readonly log: LogWriter;
  readonly cors: boolean;
  readonly mutant?: Mutation | undefined;
  /** How delays and slow bodies wait. */
  readonly pause?: Pause | undefined;
  readonly onAnswer?: OnAnswer | undefined;
  /** Fixed responses to paths outside the API. */
  readonly extraRoutes?: ExtraRoutes | undefined;
  readonly publicUrl?: string | undefined;
  /** Answers requests found in a recording, before the operations run. */
  readonly replay?: RequestHandler | undefined;
}

/** The handlers of the API, to be mounted in this order. */
export interface ApiHandlers {
  /** Creates the request context and strips the path prefix of the world. Runs first. */
  readonly bind: RequestHandler;
  /** Mounts the operations, ahead of pages and control plane. */
  readonly addRoutes: (app: Express) => void;
  /** Paths outside the API: extra routes, otherwise an unknown-path refusal. */
  readonly otherPath: readonly RequestHandler[];
  /** Turns refusals and exceptions into replies. Runs last. */
  readonly onError: ErrorRequestHandler;
}

const longestUrl = 8192;

/** The handler chain of the API, shared by all worlds. */
export function apiHandlers(worlds: Worlds, options: ApiOptions): ApiHandlers {
  const { log, cors, mutant, onAnswer, extraRoutes, pause = realPause } = options;
  const server: ServerContext = {
    ...{ worlds, log, onAnswer, pause, publicUrl: options.publicUrl },
    headers: cors ? corsHeaders : {},
    serviceOf: services([perform, onError], mutant),
  };

  const bind: RequestHandler = (req, res, next) => {
    req.context = new RequestContext(server, req, res);
    if (req.context.worldId !== undefined) req.url = splitWorld(req.url)?.below ?? req.url;
    next();
  };

  const replayed = options.replay ? [options.replay] : [];

  const steps = (name: OperationName): RequestHandler[] => [
    (req, _res, next) => {
      if (req.context.isKnownWorld) req.context.operation = operationOf(name);
      next();
    },
    identify,
    ...replayed,
    ...[injectFaults, authenticate, readBody, validate],
  ];

  const otherMethod = (allow: readonly string[]): RequestHandler[] => [
    (req, res, next) => {
      if (cors && isPreflight(req)) answerPreflight(res, allow);
      else next();
    },
    identify,
    (req, res, next) => {
      if (req.method === 'OPTIONS') sendAllow(res, allow, server.headers);
      else
        next({ kind: 'method-not-allowed', method: req.method, allow } satisfies ProtocolRefusal);
    },
  ];

  const addRoutes = (app: Express): void => {
    const all = [...placedOperations(sharedContract())];
    for (const path of new Set(all.map((route) => route.path))) {
      const routes = all.filter((route) => route.path === path);
      const refuse = otherMethod(routes.map(({ method }) => method.toUpperCase()));
      // Parameters get our own names: the validator registers app-wide handlers for the document's names.
      const route = app.route(path.replace(/\{\w+\}/g, (_, at) => `:at${at}`));
      // Without this, Express answers HEAD by running the GET handler, side effects included.
      route.head(refuse);
      for (const { method, name } of routes) route[method](steps(name as OperationName));
      route.all(refuse);
    }
  };

  const otherPath: RequestHandler[] = [
    (req, res, next) => {
      if (!cors || !isPreflight(req)) return next();
      const methods = extraRoutes?.methodsAt(req.path) ?? [];
      answerPreflight(res, methods.length > 0 ? methods : ['GET']);
    },
    identify,
    ...replayed,
    (req, res, next) => {
      const { method, context } = req;
      const path = pathOf(context.url);
      const reply = extraRoutes?.replyTo(method, path);
      if (reply) return respond(context, reply);
      const allow = extraRoutes?.methodsAt(path) ?? [];
      if (allow.length === 0) next({ kind: 'unknown-path', path } satisfies ProtocolRefusal);
      else if (method === 'OPTIONS') sendAllow(res, allow, server.headers);
      else next({ kind: 'method-not-allowed', method, allow } satisfies ProtocolRefusal);
    },
  ];
  return { bind, addRoutes, otherPath, onError };
}

const severalTokens: Refusal = {
  kind: 'malformed-request',
  problem: 'The Authorization header is sent more than once. Send it once.',
};

/** Identifies the caller. Several Authorization headers are a malformed request: none takes precedence. */
const identify: RequestHandler = (req, _res, next) => {
  const { context } = req;
  const { service, operation, headers, isKnownWorld, worldId: id = '', sentUrl } = context;
  const identified =
    headers.authorization.length > 1
      ? refused(severalTokens)
      : service.authenticate(service, operation?.name, headers.authorization[0]);
  const refusal: ProtocolRefusal | undefined = !isKnownWorld
    ? { kind: 'unknown-world', id }
    : sentUrl.length > longestUrl
      ? { kind: 'uri-too-long', limit: longestUrl }
      : undefined;
  if (!(identified instanceof Promise)) {
    context.caller = identified;
    return next(refusal);
  }
  return identified.then((caller) => {
    context.caller = caller;
    next(refusal);
  });
};

/** Where the dialect authenticates first, rejects unknown callers before any other check. */
const authenticate: RequestHandler = (req, _res, next) => {
  const { caller, operation, service } = req.context;
  const { dependencies } = service;
  if (!dependencies.rules.authenticatesFirst || !operation || !caller || caller.ok) return next();
  if (isAdmitted(caller, operation, dependencies)) return next();
  // Lets the HTTP parser finish first: malformed HTTP takes precedence.
  queueMicrotask(() => next(caller.refusal));
};

const validate: RequestHandler = (req, res, next) => {
  // The URL as sent: the validator decides whether it is well-formed.
  if (req.sentUrl !== undefined) req.url = req.context.url;
  req.context.handle(req, res, next);
};

/** Runs the operation of a valid request. */
const perform: RequestHandler = async (req) => {
  const { context } = req;
  const { service, operation, caller, headers } = context;
  if (!operation || !caller)
    throw new Error('a valid request reached the service without an operation or a caller');
  const call: Call = {
    operation: operation.name,
    authorization: headers.authorization[0],
    caller,
    ...(operation.input({ params: pathParams(req), query: req.query, body: req.body }) as object),
  };
  if (context.interference?.delivery?.type === 'duplicate') await service.answer(service, call);
  respond(context, await service.answer(service, call));
};

/** The validator's match: Express does not pass route parameters to nested routers. */
const pathParams = (req: object): { readonly [name: string]: string } =>
  (req as { openapi: { pathParams: { [name: string]: string } } }).openapi.pathParams;

const onError: ErrorRequestHandler = (error: unknown, req, res, next) => {
  const { context } = req;
  const answer = () => {
    if (res.headersSent) next(error);
    else respond(context, replyTo(error, context));
  };
  if (bodyIsPending(context)) keepBody(context).then(answer, next);
  else answer();
};

function replyTo(error: unknown, context: RequestContext): Reply {
  const { operation, service, server, req, reply } = context;
  if (isRefusal(error) && isProtocolRefusal(error)) return protocolReply(error);
  if (operation && reply === undefined) {
    const { replies } = service;
    if (isRefusal(error)) return replies.refused(operation.name, error as Refusal);
    if (error instanceof StorageFailure)
      return replies.refused(operation.name, { kind: 'unavailable' });
    const complaint = refusalOf(error, operation, req, service.contract.document);
    if (complaint) return replies.refused(operation.name, complaint);
  }
  // The reply existed, but failed validation.
  const prefix = reply && `${operation?.name} made a reply that violates its contract: `;
  server.log(bugEntry(prefix ? prefix + String((error as Error).message) : error));
  return serverErrorReply(context);
}

const isRefusal = (error: unknown): error is { readonly kind: string } =>
  typeof error === 'object' && error !== null && 'kind' in error;

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
