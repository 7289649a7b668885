import {
  type ReferenceObject,
  type ResponseObject,
  resolved,
  type SchemaObject,
} from '../contract/document.ts';
import { operationObject } from '../contract/operations.ts';
import type { Refusal } from '../domain/refusal.ts';
import type { RequestContext } from './context.ts';
import type { Reply } from './reply/reply.ts';
import { replyTo, serverErrorReply } from './reply/reply-to.ts';
import { refusalOf } from './request/refusal-of.ts';
import { withoutRepeats } from './request/repeated-parameters.ts';
import { bugEntry } from './request-log.ts';

/** Refuses what is not valid by the contract of the world. */
export async function validateRequest(context: RequestContext): Promise<Refusal | undefined> {
  const { req, api, operation, url } = context;
  if (!operation) throw new Error('a request reached the validator without an operation');
  // The URL as sent: the validator decides whether it is well-formed.
  if (req.sentUrl !== undefined) req.url = url;
  const { repeatedParameter: kept } = api.dependencies.rules;
  if (kept !== 'refused') req.url = withoutRepeats(req.url, kept);
  const complaint = await complaintAbout(context);
  if (complaint === undefined) return undefined;
  const refusal = refusalOf(complaint, operation, req, api.contract.document);
  if (!refusal) throw complaint;
  return refusal;
}

/**
 * What express-openapi-validator says about a request. It is made of handlers, and of one that puts itself in
 * front of `res.json` to check the reply. Here they are not handlers of a route: `next` and `res.json` bring
 * back what they say, and nothing is sent.
 */
function complaintAbout(context: RequestContext): Promise<unknown> {
  const { req, res, api } = context;
  const handlers = api.contract.validator();
  return new Promise((resolve) => {
    let say: (complaint?: unknown) => void = resolve;
    let nth = 0;
    const next = (complaint?: unknown): void => {
      const handler = complaint === undefined ? handlers[nth] : undefined;
      nth += 1;
      if (handler) handler(req, res, next);
      else say(complaint);
    };
    let passed: unknown;
    res.json = (value) => {
      passed = value;
      return res;
    };
    context.checkReply = (status, value) => {
      say = (complaint) => {
        throw complaint;
      };
      res.statusCode = status;
      res.json(value);
      return passed as typeof value;
    };
    next();
  });
}

/**
 * The reply as the validator lets it pass. It checks JSON below 500, and takes null for no body, whatever the
 * document says. A reply that it does not let pass is a bug: it is logged, and an apology takes its place.
 */
export function validateReply(context: RequestContext, reply: Reply): Reply {
  const { body, status } = reply;
  const { checkReply, server, operation } = context;
  if (!checkReply || body.type !== 'json') return reply;
  if (body.value === null && mayBeNull(context, reply)) return reply;
  try {
    if (!hasStatus(context, status)) throw new Error(`it has no status ${status}`);
    return { ...reply, body: { type: 'json', value: checkReply(status, body.value) } };
  } catch (complaint) {
    const { message } = complaint as Error;
    const problem = `${operation?.name} made a reply that violates its contract: ${message}`;
    server.log(bugEntry(problem, context.withoutTokens));
    return replyTo(context, serverErrorReply(context, reply));
  }
}

function hasStatus({ operation, api }: RequestContext, status: number): boolean {
  if (!operation || status >= 500) return true;
  const { responses } = operationObject(api.contract.document, operation.name);
  return status in responses || 'default' in responses;
}

function mayBeNull({ operation, api }: RequestContext, { status }: Reply): boolean {
  const { document } = api.contract;
  if (!operation) return false;
  const { responses } = operationObject(document, operation.name);
  const { content } = resolved<ResponseObject>(document, responses[status] ?? { description: '' });
  const { schema } = content?.['application/json'] ?? {};
  if (schema === undefined) return false;
  // Where several outcomes share a status, any of their schemas counts.
  const { anyOf = [schema] } = resolved<SchemaObject>(document, schema);
  const all = anyOf as (SchemaObject | ReferenceObject)[];
  return all.some((one) => resolved<SchemaObject>(document, one).nullable === true);
}
