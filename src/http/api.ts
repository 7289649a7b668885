import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import { sharedContract } from '../contract/document.ts';
import { placedOperations } from '../contract/operations.ts';
import type { OperationName } from '../domain/operation.ts';
import type { Refusal } from '../domain/refusal.ts';
import { refused } from '../domain/refusal.ts';
import { operationOf } from '../operations/operations.ts';
import { splitWorld, type Worlds } from '../worlds/worlds.ts';
import { type OnAnswer, RequestContext, type ServerContext } from './context.ts';
import { answerPreflight, corsHeaders, isPreflight, sendAllow } from './cors.ts';
import { injectFaults } from './disturb.ts';
import { type Pause, realPause } from './reply/delivery.ts';
import type { ProtocolRefusal } from './reply/protocol-reply.ts';
import { readBody } from './request/body.ts';
import type { LogWriter } from './request-log.ts';
import { isAdmitted, type Mutation, services } from './service.ts';
import { onError, validatedOperation } from './validated-operation.ts';
import { withoutTokens } from './without-tokens.ts';

interface ApiOptions {
  readonly log: LogWriter;
  readonly cors: boolean;
  readonly mutant?: Mutation | undefined;
  /** How delays and slow bodies wait. */
  readonly pause?: Pause | undefined;
  readonly onAnswer?: OnAnswer | undefined;
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
  /** Paths outside the API are refused, unless a recording has them. */
  readonly otherPath: readonly RequestHandler[];
  /** Turns refusals and exceptions into replies. Runs last. */
  readonly onError: ErrorRequestHandler;
}

const longestUrl = 8192;

/** The handler chain of the API, shared by all worlds. */
export function apiHandlers(worlds: Worlds, options: ApiOptions): ApiHandlers {
  const { log, cors, mutant, onAnswer, pause = realPause } = options;
  const server: ServerContext = {
    ...{ worlds, log, onAnswer, pause, publicUrl: options.publicUrl },
    headers: cors ? corsHeaders : {},
    serviceOf: services(mutant),
  };

  const bind: RequestHandler = (req, res, next) => {
    req.context = new RequestContext(server, req, res);
    if (req.context.worldId !== undefined) req.url = splitWorld(req.url)?.below ?? req.url;
    next();
  };

  const operate = validatedOperation();
  const replayed = options.replay ? [options.replay] : [];

  const steps = (name: OperationName): RequestHandler[] => [
    (req, _res, next) => {
      if (req.context.isKnownWorld) req.context.operation = operationOf(name);
      next();
    },
    identify,
    ...replayed,
    ...[injectFaults, authenticate, readBody, operate],
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
      if (cors && isPreflight(req)) answerPreflight(res, ['GET']);
      else next();
    },
    identify,
    ...replayed,
    ({ context: { url, world } }, _res, next) => {
      const path = withoutTokens(pathOf(url), world);
      next({ kind: 'unknown-path', path } satisfies ProtocolRefusal);
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
      : service.authenticate(operation?.name, headers.authorization[0]);
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

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
