import type { Effect } from '../../worlds/fault-rule.ts';
import { faultReason } from './reason.ts';
import { fixedBody, type Reply } from './reply.ts';

/** The reply of a fault, before the operation runs or instead of its reply. */
export function faultReply({
  status,
  body,
  headers = {},
  when,
}: Extract<Effect, { type: 'reply' }>): Reply {
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
