import { type ResponseObject, resolved, type SchemaObject } from '../../contract/document.ts';
import { operationObject } from '../../contract/operations.ts';
import type { WireBody } from '../../dialects/lookup-error.ts';
import type { HttpExchange } from '../../spec/traffic/exchange.ts';
import type { RequestContext } from '../context.ts';
import { replyLeft, sendReply } from '../fault-table.ts';
import { bugEntry, logEntry, noLog } from '../request-log.ts';
import { recordRequest } from '../request-record.ts';
import { withoutTokens } from '../without-tokens.ts';
import { fallbackReply, type Reply } from './reply.ts';
import { send, serialize } from './written.ts';

/**
 * Answers a request. JSON goes through `res.json`, where express-openapi-validator checks it unless
 * the status is 500 or above; it does not check text or empty bodies, and takes null for none,
 * whatever the document says.
 */
export function respond(context: RequestContext, answer: Reply): void {
  const { res, applied } = context;
  const reply = withRemark(answer, context);
  context.reply =
    applied.length === 0
      ? reply
      : { ...reply, headers: { ...reply.headers, 'Preference-Applied': applied.join(', ') } };
  if (reply.body.type === 'json' && (reply.body.value !== null || !mayBeNull(context, reply))) {
    res.statusCode = reply.status;
    res.json(reply.body.value);
  } else deliver(context, context.reply);
}

/** With a remark for the log, and for the client where it is told of an error. */
function withRemark(reply: Reply, { remark, operation }: RequestContext): Reply {
  if (!remark) return reply;
  const { body, why, outcome } = reply;
  const added = (text: string | undefined) => (text ? `${text} ${remark.text}` : remark.text);
  const told = (value: object | null) =>
    Object.entries(value ?? {}).map(([name, text]) =>
      name === 'error' || name === 'message' ? [name, added(text)] : [name, text],
    );
  if (!remark.isTold || outcome === operation?.success || body.type === 'empty')
    return { ...reply, why: added(why) };
  const value = body.type === 'text' ? added(body.value) : Object.fromEntries(told(body.value));
  return { ...reply, why: added(why), body: { type: body.type, value } as WireBody };
}

function mayBeNull({ operation, service }: RequestContext, { status }: Reply): boolean {
  const { document } = service.contract;
  if (!operation) return false;
  const { responses } = operationObject(document, operation.name);
  const { content } = resolved<ResponseObject>(document, responses[status] ?? { description: '' });
  const { schema } = content?.['application/json'] ?? {};
  return schema !== undefined && resolved<SchemaObject>(document, schema).nullable === true;
}

/** Sends a reply, subject to delivery faults, and notifies observers. */
export function deliver(context: RequestContext, answer: Reply): void {
  const { req, res, server } = context;
  if (req.isRejected) return;
  const reply = replyLeft(context, answer);
  if (!reply) return;
  try {
    const sent = sendReply(context, reply.status, serialize(reply, server.headers));
    sent.ended?.catch((error) => {
      server.log(bugEntry(error));
      res.destroy();
    });
    notify(context, reply, sent);
  } catch (error) {
    // Node rejects some headers, and some values cannot be serialised.
    server.log(bugEntry(error));
    if (res.headersSent) return void res.destroy();
    const apology = serverErrorReply(context);
    const made = serialize(apology, server.headers);
    send(res, apology.status, made);
    notify(context, apology, { body: made.text });
  }
}

/** The error reply for one that must not or cannot be sent. */
export function serverErrorReply({ operation, service, reply }: RequestContext): Reply {
  // If a refusal failed, another refusal would fail, too.
  const canRefuse = operation && (reply === undefined || reply.outcome === operation.success);
  return canRefuse
    ? service.replies.refused(operation.name, { kind: 'internal-error' })
    : fallbackReply;
}

/** Notifies observers of the world and, when the last byte has been handed over, the log. */
function notify(
  context: RequestContext,
  reply: Reply,
  sent: Pick<HttpExchange['response'], 'body' | 'cut'>,
): void {
  const { req, res, server, sentUrl, world } = context;
  recordRequest(context, reply, sent);
  if (server.log === noLog) return;
  res.once('close', () => {
    const request = { method: req.method, url: withoutTokens(sentUrl, world) };
    server.log(logEntry(request, reply, context.elapsed));
  });
}
