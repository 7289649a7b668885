import type { OpenPointId } from '../../dialects/dialect.ts';
import type { OperationName } from '../../domain/operation.ts';
import type { Refusal, RefusalKind, TokenFlaw } from '../../domain/refusal.ts';
import type { ProtocolRefusal } from './protocol-refusal.ts';

/**
 * What stands behind a refusal: a clause of the specification, an open point, HTTP itself, or
 * something that was done by the control plane.
 */
export type Cause =
  | { readonly clause: string }
  | { readonly openPoint: OpenPointId }
  | { readonly http: string }
  | { readonly control: string };

export const reasonHeader = 'Abuse-Feed-Reason';

const clause = (id: string): Cause => ({ clause: id });
const open = (openPoint: OpenPointId): Cause => ({ openPoint });

type Causes = { readonly [operation in OperationName]?: Cause };
const everywhere = (cause: Cause): Causes => ({
  create: cause,
  fetch: cause,
  delete: cause,
  lookup: cause,
});
const inFeeds = (cause: Cause): Causes => ({ create: cause, fetch: cause, delete: cause });

/** Every refusal of every operation. What no clause demands is named by the point that decides it. */
export const causes: Record<RefusalKind, Causes> = {
  'malformed-request': {
    create: open('create.status.malformed-request'),
    fetch: open('fetch.status.malformed-request'),
    delete: open('delete.status.malformed-request'),
    lookup: open('lookup.status.malformed-request'),
  },
  'wrong-content-type': { create: open('create.content-type') },
  'body-too-large': { create: open('create.body-limit') },
  'invalid-report': { create: clause('create/stores-only-reports') },
  'missing-parameter': {
    fetch: clause('fetch/missing-id-is-refused'),
    delete: clause('delete/missing-id-is-refused'),
  },
  'malformed-id': {
    fetch: clause('fetch/unknown-id-is-refused'),
    delete: open('delete.status.malformed-id'),
  },
  'no-token': {
    create: clause('create/token-required'),
    fetch: open('fetch.who'),
    delete: clause('delete/token-required'),
    lookup: clause('lookup/token-required'),
  },
  'unknown-token': {
    create: clause('create/token-must-be-known'),
    fetch: open('fetch.who'),
    delete: clause('delete/token-must-be-known'),
    lookup: clause('lookup/token-must-be-known'),
  },
  'rate-limited': everywhere(open('any.rate-limit')),
  'unknown-service': inFeeds(open('feed.unknown-service')),
  'not-a-researcher': { create: clause('create/researchers-only') },
  'duplicate-report': { create: open('create.duplicates') },
  'unknown-report': {
    fetch: clause('fetch/unknown-id-is-refused'),
    delete: open('delete.absent'),
  },
  'deleted-report': { fetch: open('delete.afterwards'), delete: open('delete.afterwards') },
  'may-not-fetch': { fetch: open('fetch.who') },
  'not-your-report': { delete: clause('delete/reader-may-not') },
  'may-not-look-up': { lookup: open('lookup.who') },
  'malformed-hash': { lookup: open('lookup.status.malformed-hash') },
  'unknown-hash': { lookup: clause('lookup/unknown-hash-finds-nothing') },
  'no-requests-left': { lookup: clause('lookup/refused-at-zero') },
  unavailable: everywhere(open('any.status.unavailable')),
  'internal-error': everywhere(open('any.status.internal-error')),
};

/** What is refused before an operation is reached. */
export const protocolCauses: Record<ProtocolRefusal['kind'], Cause> = {
  'malformed-http': { http: 'RFC 9112, 3' },
  'unknown-path': { http: 'RFC 9110, 15.5.5' },
  'unknown-world': { control: 'worlds' },
  'method-not-allowed': { http: 'RFC 9110, 15.5.6' },
  'request-timeout': { http: 'RFC 9110, 15.5.9' },
  'uri-too-long': { http: 'RFC 9110, 15.5.15' },
  'headers-too-large': { http: 'RFC 6585, 5' },
};

/** A token that is somebody's is refused by the dialect, or because its end was set. */
const flaws: Record<TokenFlaw, Cause> = {
  'wrong-prefix': open('auth.prefix'),
  'unwanted-prefix': open('auth.prefix'),
  outlived: open('auth.lifetime'),
  expired: { control: 'expiresAt' },
};

export function reasonOf(operation: OperationName, refusal: Refusal): string | undefined {
  if (refusal.kind === 'unknown-token' && refusal.because !== undefined) {
    return written(refusal.kind, flaws[refusal.because]);
  }
  return reasonFor(operation, refusal.kind);
}

/** The reason for an outcome that is known by its name alone; undefined where it is no refusal. */
export function reasonFor(
  operation: OperationName | undefined,
  outcome: string,
): string | undefined {
  const cause =
    (operation && causes[outcome as RefusalKind]?.[operation]) ??
    protocolCauses[outcome as ProtocolRefusal['kind']];
  return cause && written(outcome, cause);
}

/** The reason where a fault refuses; what it sends instead may as well be no refusal. */
export const faultReason = (
  outcome: string,
  status: number,
): { readonly [name: string]: string } =>
  status < 400 ? {} : { [reasonHeader]: written(outcome, { control: 'faults' }) };

function written(outcome: string, cause: Cause): string {
  const [name, value] =
    'clause' in cause
      ? ['clause', cause.clause]
      : 'openPoint' in cause
        ? ['open-point', cause.openPoint]
        : 'http' in cause
          ? ['http', cause.http]
          : ['control', cause.control];
  return `${outcome}; ${name}="${value}"`;
}
