import type { Caller } from '../domain/caller.ts';
import { type Outcome, ok, refused } from '../domain/refusal.ts';
import type { Basis } from './basis.ts';

/** 5: who sends this Authorization header. */
export function identify(basis: Basis, header: string | undefined): Outcome<Caller> {
  if (header === undefined || header.trim() === '') return refused({ kind: 'no-token' });
  const token = basis.rules.tokenIn(header);
  if (token === undefined) {
    return refused({ kind: 'unknown-token', because: 'wrong-prefix' });
  }
  const caller = basis.store.state.callerByToken(token);
  if (!caller) return refused({ kind: 'unknown-token' });
  if (basis.now() > expiryOf(basis, caller)) {
    const because = caller.expiresAt === undefined ? 'outlived' : 'expired';
    return refused({ kind: 'unknown-token', because });
  }
  return ok(caller);
}

/** When the token of a caller expires; Infinity where it never does. */
export const expiryOf = (basis: Basis, { expiresAt, mintedAt }: Caller): number =>
  expiresAt ?? basis.rules.tokenExpiry(mintedAt ?? basis.since);
