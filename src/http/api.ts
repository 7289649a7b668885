import type { ErrorRequestHandler, Express, Request, RequestHandler } from 'express';
import type { Document } from '../contract/document.ts';
import { placedOperations } from '../contract/operations.ts';
import type { OperationName } from '../domain/operation.ts';
import { operationOf } from '../operations/operations.ts';
import { pathAndQuery } from '../spec/called-operation.ts';
import { splitWorld, type Worlds } from '../worlds/worlds.ts';
import { identifyCaller, misdirected } from './authenticate.ts';
import {
  type Decision,
  RequestContext,
  type RequestStep,
  type ServerContext,
  type ServerSettings,
} from './context.ts';
import { answerPreflight, type Cors, corsHeaders, isPreflight, sendAllow } from './cors.ts';
import type { ListenerEvents } from './listener.ts';
import { recordRejected } from './rejected-early.ts';
import { replayRecording } from './replayed-recording.ts';
import { type Delivered, deliver, endConnection } from './reply/deliver.ts';
import type { ProtocolRefusal } from './reply/protocol-reply.ts';
import { failureReply, replyTo } from './reply/reply-to.ts';
import { keepBody } from './request/body.ts';
import { bugEntry, logEntry, noLog } from './request-log.ts';
import { recordRequest } from './request-record.ts';
import { validateReply } from './validate.ts';
import { withoutTokensOfAll } from './without-tokens.ts';
import { worldApis } from './world-api.ts';

/** The way of every request to the API, from its context to the log. It leads forward only. */
async function serve(context: RequestContext, steps: readonly RequestStep[]): Promise<void> {
  const decision = await decide(context, steps);
  // The listener has answered a request whose body turned out to be no HTTP.
  if (context.req.isRejected) return;
  if ('end' in decision) return record(context, endConnection(context, decision));
  const reply = replyTo(context, decision);
  const checked = validateReply(context, reply);
  context.reply = checked;
  record(context, deliver(context, checked));
}

async function decide(context: RequestContext, steps: readonly RequestStep[]): Promise<Decision> {
  try {
    for (const step of steps) {
      const made = step(context);
      const decision = made instanceof Promise ? await made : made;
      if (decision === undefined) continue;
      // A refused request is recorded with its body.
      if ('kind' in decision) await keepBody(context);
      return decision;
    }
    throw new Error('no step decided about a request');
  } catch (error) {
    context.server.log(bugEntry(error, context.withoutTokens));
    return failureReply(context);
  }
}

/** For the world and, when the last byte has been handed over, in the log. */
function record(context: RequestContext, delivered: Delivered): void {
  const { req, res, server, sentUrl } = context;
  const { result } = delivered;
  recordRequest(context, delivered);
  if ('end' in result || server.log === noLog) return;
  res.once('close', () => {
    const request = { method: req.method, url: sentUrl };
    server.log(logEntry(request, result, context.elapsed, context.withoutTokens));
  });
}

/** The same for all requests, unless credentials make the origin matter. */
function headersBy(cors: Cors): ServerContext['headersFor'] {
  if (cors === 'credentials') return (req) => corsHeaders(cors, req.headers.origin);
  const same = corsHeaders(cors, undefined);
  return () => same;
}

/** The API, shared by all worlds: its handlers are mounted in this order. */
export class Api {
  readonly #server: ServerContext;
  readonly #way: readonly RequestStep[];

  /** `way`: what is asked of a request to an operation, in this order. */
  constructor(worlds: Worlds, settings: ServerSettings, way: readonly RequestStep[]) {
    this.#server = {
      ...settings,
      worlds,
      headersFor: headersBy(settings.cors),
      apiOf: worldApis(settings.mutant),
    };
    this.#way = way;
  }

  readonly listenerEvents: ListenerEvents = {
    rejectedEarly: (one) => recordRejected(this.#server.worlds, this.#server.log, one),
    bug: (problem) => {
      const { log, worlds } = this.#server;
      log(bugEntry(problem, (text) => withoutTokensOfAll(text, worlds)));
    },
  };

  /** Creates the request context and strips the path prefix of the world. Runs first. */
  readonly bind: RequestHandler = (req, res, next) => {
    req.context = new RequestContext(this.#server, req, res);
    if (req.context.worldId !== undefined) req.url = splitWorld(req.url)?.below ?? req.url;
    next();
  };

  /** Mounts the operations, ahead of pages and control plane. */
  addRoutes(app: Express, contract: Document): void {
    const all = [...placedOperations(contract)];
    for (const path of new Set(all.map((route) => route.path))) {
      const routes = all.filter((route) => route.path === path);
      const refuse = this.#otherMethod(routes.map(({ method }) => method.toUpperCase()));
      // Parameters get our own names: the validator registers app-wide handlers for the document's names.
      const route = app.route(path.replace(/\{\w+\}/g, (_, at) => `:at${at}`));
      // Without this, Express answers HEAD by running the GET handler, side effects included.
      route.head(refuse);
      for (const { method, name } of routes) route[method](this.#operation(name as OperationName));
      route.all(refuse);
    }
  }

  #operation(name: OperationName): RequestHandler {
    return ({ context }) => {
      if (context.isKnownWorld) context.operation = operationOf(name);
      return serve(context, this.#way);
    };
  }

  #otherMethod(allow: readonly string[]): RequestHandler {
    const { cors, headersFor } = this.#server;
    return (req, res) => {
      const { context, method } = req;
      if (cors && isPreflight(req)) return answerPreflight(res, allow, cors);
      if (method === 'OPTIONS' && !misdirected(context))
        return sendAllow(res, allow, headersFor(req));
      return this.#refuse(context, { kind: 'method-not-allowed', method, allow });
    };
  }

  /** Paths outside the API are refused, unless a recording has them. */
  readonly otherPath: RequestHandler = (req, res) => {
    const { context } = req;
    const { cors } = this.#server;
    if (cors && isPreflight(req)) return answerPreflight(res, ['GET'], cors);
    const [sentPath] = pathAndQuery(context.url);
    const path = context.withoutTokens(sentPath);
    return this.#refuse(context, { kind: 'unknown-path', path });
  };

  #refuse(context: RequestContext, refusal: ProtocolRefusal): Promise<void> {
    return serve(context, [identifyCaller, replayRecording, () => refusal]);
  }

  /** Turns exceptions into replies. Runs last. */
  readonly onError: ErrorRequestHandler = (error: unknown, { context }: Request, res, next) => {
    if (res.headersSent) return next(error);
    return serve(context, [
      () => {
        throw error;
      },
    ]);
  };
}
