import { type ErrorRequestHandler, type RequestHandler, Router } from 'express';
import type { Refusal } from '../domain/refusal.ts';
import { StorageFailure } from '../store/store.ts';
import type { RequestContext } from './context.ts';
import { askedReply } from './fault-table.ts';
import { isProtocolRefusal, protocolReply } from './reply/protocol-reply.ts';
import type { Reply } from './reply/reply.ts';
import { respond, serverErrorReply } from './reply/respond.ts';
import { keepBody } from './request/body.ts';
import { refusalOf } from './request/refusal-of.ts';
import { withoutRepeats } from './request/repeated-parameters.ts';
import { bugEntry } from './request-log.ts';
import { bodyIsPending } from './request-record.ts';
import type { Call, Service } from './service.ts';

/** Validates a request by the contract of its service, runs the operation and replies. */
export function validatedOperation(): RequestHandler {
  // By service, since its contract depends on the dialect. Compiled on first use.
  const routers = new WeakMap<Service, Router>();
  return (req, res, next) => {
    const { service, url } = req.context;
    const router =
      routers.get(service) ?? Router().use(...service.contract.validator(), perform, onError);
    routers.set(service, router);
    // The URL as sent: the validator decides whether it is well-formed.
    if (req.sentUrl !== undefined) req.url = url;
    const { repeatedParameter: kept } = service.dependencies.rules;
    if (kept !== 'refused') req.url = withoutRepeats(req.url, kept);
    router(req, res, next);
  };
}

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
  respond(context, await askedReply(context, () => service.answer(call)));
};

/** The validator's match: Express does not pass route parameters to nested routers. */
const pathParams = (req: object): { readonly [name: string]: string } =>
  (req as { openapi: { pathParams: { [name: string]: string } } }).openapi.pathParams;

/** Turns refusals and exceptions into replies. */
export const onError: ErrorRequestHandler = (error: unknown, req, res, next) => {
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
