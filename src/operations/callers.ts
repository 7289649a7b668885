import { tokenReaders } from '../dialects/authorization.ts';
import type { Caller } from '../domain/caller.ts';
import { type Outcome, ok, refused } from '../domain/refusal.ts';
import type { Dependencies } from './dependencies.ts';

/** 5: who sends this Authorization header. */
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

/** The same, once nothing can be taken back of what is known of callers; at once where that is now. */
export function identifySafely(
  dependencies: Dependencies,
  header: string | undefined,
): Outcome<Caller> | Promise<Outcome<Caller>> {
  const durable = dependencies.store.whenDurable('callers');
  return durable
    ? durable.then(() => identifySafely(dependencies, header))
    : identify(dependencies, header);
}

/** When the token of a caller expires; Infinity where it never does. */
export const expiryOf = (dependencies: Dependencies, { expiresAt, mintedAt }: Caller): number =>
  expiresAt ?? dependencies.rules.tokenExpiry(mintedAt ?? dependencies.since);

/** Only what is public is run without a caller. */
export function knownCaller(caller: Caller | undefined): Caller {
  if (!caller) throw new Error('let through without a caller');
  return caller;
}
