import { sharedContract } from '../../contract/document.ts';
import { type OtherCause, reasonHeader, reasonText } from './reason.ts';
import type { Reply } from './reply.ts';

/**
 * Refusals of HTTP itself, before an operation is reached. No dialect changes these statuses; the
 * body is that of every other error (7).
 */
export type ProtocolRefusal =
  | { readonly kind: 'malformed-http'; readonly problem?: string }
  | { readonly kind: 'unknown-path'; readonly path: string }
  | { readonly kind: 'unknown-world'; readonly id: string }
  | {
      readonly kind: 'method-not-allowed';
      readonly method: string;
      readonly allow: readonly string[];
    }
  | { readonly kind: 'request-timeout' }
  | { readonly kind: 'uri-too-long'; readonly limit: number }
  | { readonly kind: 'headers-too-large' };

type Kind = ProtocolRefusal['kind'];

/** Status and outcome of each. */
const kinds: { readonly [kind in Kind]: readonly [status: number, cause: OtherCause] } = {
  'malformed-http': [400, { http: 'RFC 9112, 3' }],
  'unknown-path': [404, { http: 'RFC 9110, 15.5.5' }],
  'unknown-world': [404, { control: 'worlds' }],
  'method-not-allowed': [405, { http: 'RFC 9110, 15.5.6' }],
  'request-timeout': [408, { http: 'RFC 9110, 15.5.9' }],
  'uri-too-long': [414, { http: 'RFC 9110, 15.5.15' }],
  'headers-too-large': [431, { http: 'RFC 6585, 5' }],
};

export function protocolCause(kind: string): OtherCause | undefined {
  return kinds[kind as Kind]?.[1];
}

export function isProtocolRefusal(refusal: { readonly kind: string }): refusal is ProtocolRefusal {
  return Object.hasOwn(kinds, refusal.kind);
}

export function protocolReply(refusal: ProtocolRefusal): Reply {
  const why = sentence(refusal);
  const [status, cause] = kinds[refusal.kind];
  return {
    status,
    headers: {
      ...(refusal.kind === 'method-not-allowed' && {
        Allow: [...refusal.allow, 'OPTIONS'].join(', '),
      }),
      [reasonHeader]: reasonText(refusal.kind, cause),
    },
    body: { type: 'json', value: { error: why, successful: false } },
    outcome: refusal.kind,
    why,
  };
}

function pathsInWords(): string {
  return Object.keys(sharedContract().paths).join(' and ');
}

/** The message for the client. */
function sentence(refusal: ProtocolRefusal): string {
  switch (refusal.kind) {
    case 'malformed-http':
      return `This is not a valid HTTP request${refusal.problem ? `: ${refusal.problem}` : ''}.`;
    case 'unknown-path':
      return `There is nothing at ${refusal.path}. The API has ${pathsInWords()}.`;
    case 'unknown-world':
      return `There is no world "${refusal.id}". It was removed, expired, or never existed.`;
    case 'method-not-allowed':
      return `${refusal.method} is not allowed here. Use ${refusal.allow.join(', ')}.`;
    case 'request-timeout':
      return 'The request did not arrive in time. Send it again.';
    case 'uri-too-long':
      return `The URL is longer than ${refusal.limit} bytes. Send a shorter one.`;
    case 'headers-too-large':
      return 'The request headers are larger than 16 KiB. Send fewer or shorter ones.';
  }
}
