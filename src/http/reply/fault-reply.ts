import type { Effect } from '../../worlds/fault-rule.ts';
import { faultReason } from './reason.ts';
import { fixedBody, type Reply } from './reply.ts';

/** What a fault answers, before the service is asked or instead of what it said. */
export function faultReply({
  status,
  body,
  headers = {},
  when,
}: Extract<Effect, { type: 'reply' }>): Reply {
  // A text is sent as it is where its type is given, and as JSON where it is not.
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    status,
    headers: { ...headers, ...faultReason('fault', status) },
    body: fixedBody(body, hasType),
    outcome: 'fault',
    why: `A fault answered instead of the service${when === 'after' ? ', after that had acted' : ''}.`,
  };
}
