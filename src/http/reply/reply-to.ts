import type { WireBody } from '../../dialects/lookup-error.ts';
import type { Refusal } from '../../domain/refusal.ts';
import type { RequestContext } from '../context.ts';
import { isProtocolRefusal, type ProtocolRefusal, protocolReply } from './protocol-reply.ts';
import { fallbackReply, type Reply } from './reply.ts';

/** The reply that a request gets: a refusal is put into one by the dialect. */
export function replyTo(
  context: RequestContext,
  decided: Reply | Refusal | ProtocolRefusal,
): Reply {
  const reply = 'kind' in decided ? refusalReply(context, decided) : decided;
  return withPreferences(withRemark(reply, context), context);
}

function refusalReply(context: RequestContext, refusal: Refusal | ProtocolRefusal): Reply {
  if (isProtocolRefusal(refusal)) return protocolReply(refusal);
  const { operation, api } = context;
  return operation ? api.replies.refused(operation.name, refusal) : fallbackReply;
}

/** For a request that fails by a bug: by the operations of the world, unless that is what fails. */
export function failureReply(context: RequestContext): Reply {
  try {
    return refusalReply(context, { kind: 'internal-error' });
  } catch {
    return fallbackReply;
  }
}

/** For a reply that must not or cannot be sent. */
export function serverErrorReply({ operation, api }: RequestContext, failed: Reply): Reply {
  // If a refusal failed, another refusal would fail, too.
  return operation && failed.outcome === operation.success
    ? api.replies.refused(operation.name, { kind: 'internal-error' })
    : fallbackReply;
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

function withPreferences(reply: Reply, { applied }: RequestContext): Reply {
  if (applied.length === 0) return reply;
  return { ...reply, headers: { ...reply.headers, 'Preference-Applied': applied.join(', ') } };
}
