import { tokenReaders } from '../dialects/authorization.ts';
import type { Caller } from '../domain/caller.ts';
import { type Outcome, ok, refused } from '../domain/refusal.ts';
import type { Dependencies } from './dependencies.ts';

/** 5: identifies the sender of this Authorization header. */
export function identify(dependencies: Dependencies, header: string | undefined): Outcome<Caller> {
  if (header === undefined || header.trim() === '') return refused({ kind: 'no-token' });
  const token = dependencies.rules.tokenIn(header);
  if (token === undefined) {
    return refused({ kind: 'unknown-token', because: 'wrong-prefix' });
  }
  const caller = dependencies.store.state.callerByToken(token);
  if (!caller) {
    const bare = tokenReaders.Bearer(header);
    const isKnown =
      bare !== undefined && dependencies.store.state.callerByToken(bare) !== undefined;
    return refused({ kind: 'unknown-token', ...(isKnown && { because: 'unwanted-prefix' }) });
  }
  if (dependencies.now() > expiryOf(dependencies, caller)) {
    const because = caller.expiresAt === undefined ? 'outlived' : 'expired';
    return refused({ kind: 'unknown-token', because });
  }
  return ok(caller);
}

/** When a caller's token expires; Infinity for never. */
export function expiryOf(dependencies: Dependencies, { expiresAt, mintedAt }: Caller): number {
  return expiresAt ?? dependencies.rules.tokenExpiry(mintedAt ?? dependencies.since);
}

/** Only public operations run without a caller. */
export function knownCaller(caller: Caller | undefined): Caller {
  if (!caller) throw new Error('an operation that is not public was called without a caller');
  return caller;
}
