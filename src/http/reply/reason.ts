import type { OperationName } from '../../domain/operation.ts';
import type { Refusal, RefusalKind, TokenFlaw } from '../../domain/refusal.ts';
import type { RefusalCause } from '../../operations/operation.ts';
import { operationOf } from '../../operations/operations.ts';

export const reasonHeader = 'Abuse-Feed-Reason';

/** Outcomes of HTTP itself or of the control plane. */
export type OtherCause = { readonly http: string } | { readonly control: string };

const prefix: RefusalCause = { openPoint: 'auth.prefix' };

/** A known token is refused because of the dialect, or because it has expired. */
const flaws: Record<TokenFlaw, RefusalCause | OtherCause> = {
  'wrong-prefix': prefix,
  'unwanted-prefix': prefix,
  outlived: { openPoint: 'auth.lifetime' },
  expired: { control: 'expiresAt' },
};

export function reasonOf(operation: OperationName, refusal: Refusal): string | undefined {
  if (refusal.kind === 'unknown-token' && refusal.because !== undefined) {
    return reasonText(refusal.kind, flaws[refusal.because]);
  }
  return reasonFor(operation, refusal.kind);
}

/** The reason for an outcome; undefined where it is not a refusal. */
export function reasonFor(operation: OperationName, outcome: string): string | undefined {
  const cause = operationOf(operation).causes[outcome as RefusalKind];
  return cause && reasonText(outcome, cause);
}

/** The reason for a fault's reply; undefined where that is not a refusal. */
export function faultReason(outcome: string, status: number): { readonly [name: string]: string } {
  return status < 400 ? {} : { [reasonHeader]: reasonText(outcome, { control: 'faults' }) };
}

/** For example `no-token; clause="create/token-required"`. */
export function reasonText(outcome: string, cause: RefusalCause | OtherCause): string {
  const [[name = '', value] = []] = Object.entries(cause);
  return `${outcome}; ${name === 'openPoint' ? 'open-point' : name}="${value}"`;
}
