/**
 * What HTTP itself refuses, before an operation is reached. These statuses are HTTP's, not the
 * service's, so no dialect changes them; the body is that of every other error (7).
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

/** What a person is told. */
export function protocolSentence(refusal: ProtocolRefusal): string {
  switch (refusal.kind) {
    case 'malformed-http':
      return `This is not a valid HTTP request${refusal.problem ? `: ${refusal.problem}` : ''}.`;
    case 'unknown-path':
      return `There is nothing at ${refusal.path}. The API has /feed/{service}/api and /private/sample/{hash}.`;
    case 'unknown-world':
      return `There is no world "${refusal.id}". It was dropped, was idle too long, or never was.`;
    case 'method-not-allowed':
      return `${refusal.method} is not possible here. Use ${refusal.allow.join(', ')}.`;
    case 'request-timeout':
      return 'The request did not arrive in time. Send it again.';
    case 'uri-too-long':
      return `The URL is longer than ${refusal.limit} bytes. Send a shorter one.`;
    case 'headers-too-large':
      return 'The request headers are larger than 16 KiB. Send fewer or shorter ones.';
  }
}
