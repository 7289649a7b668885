import { type ProtocolRefusal, protocolSentence } from './protocol-refusal.ts';
import { reasonFor, reasonHeader } from './reason.ts';
import type { Reply } from './reply.ts';

const statuses: Record<ProtocolRefusal['kind'], number> = {
  'malformed-http': 400,
  'unknown-path': 404,
  'unknown-world': 404,
  'method-not-allowed': 405,
  'request-timeout': 408,
  'uri-too-long': 414,
  'headers-too-large': 431,
};

export function protocolReply(refusal: ProtocolRefusal): Reply {
  const why = protocolSentence(refusal);
  return {
    status: statuses[refusal.kind],
    headers: {
      ...(refusal.kind === 'method-not-allowed' && {
        Allow: [...refusal.allow, 'OPTIONS'].join(', '),
      }),
      [reasonHeader]: reasonFor(undefined, refusal.kind) ?? '',
    },
    body: { type: 'json', value: { error: why, successful: false } },
    outcome: refusal.kind,
    why,
  };
}
