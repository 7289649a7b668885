import { placedOperation } from '../../contract/operations.ts';
import type { EffectOf } from '../../worlds/fault-rule.ts';
import { textWithValues, valuesOf, withValues } from '../../worlds/request-values.ts';
import type { RequestContext } from '../context.ts';
import { faultReason } from './reason.ts';
import { fixedBody, type Reply } from './reply.ts';

type ReplyFault = EffectOf<'reply'>;

/** The reply of a fault, before the operation runs or instead of its reply, with values of the request, if given. */
export function faultReply(fault: ReplyFault, context?: RequestContext): Reply {
  const { status, body, headers = {}, when } = context ? filled(fault, context) : fault;
  // A string is sent unchanged where a content type is given, otherwise as JSON.
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    status,
    headers: { ...headers, ...faultReason('fault', status) },
    body: fixedBody(body, hasType),
    outcome: 'fault',
    why: `A fault replaced the response${when === 'after' ? ' after the operation had run' : ''}.`,
  };
}

function filled(fault: ReplyFault, context: RequestContext): ReplyFault {
  const { headers = {}, body } = fault;
  const { operation, api } = context;
  if (!operation) return fault;
  const request = context.sent;
  const url = context.withoutTokens(request.url);
  const parts = (url.split('?', 1)[0] ?? '').split('/');
  const { path } = placedOperation(api.contract.document, operation.name);
  const params = path.split('/').map((part, nth) => [/^\{([^}]*)\}$/.exec(part)?.[1], parts[nth]]);
  const named = valuesOf({ ...request, url }, Object.fromEntries(params));
  const inHeader = (text: string): string => textWithValues(text, named, /[^\x20-\x7e]/g);
  const made = Object.entries(headers).map(([name, value]) => {
    return [name, typeof value === 'string' ? inHeader(value) : value.map(inHeader)];
  });
  const filledBody = body !== undefined && { body: withValues(body, named) as object };
  return { ...fault, headers: Object.fromEntries(made), ...filledBody };
}
