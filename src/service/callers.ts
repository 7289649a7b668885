import type { Caller } from '../domain/caller.ts';
import { type Outcome, ok, refused } from '../domain/refusal.ts';
import type { World } from './world.ts';

/** 5: who sends this Authorization header. */
export function identify(world: World, header: string | undefined): Outcome<Caller> {
  if (header === undefined || header.trim() === '') return refused({ kind: 'no-token' });
  const token = world.rules.tokenIn(header);
  if (token === undefined) {
    return refused({ kind: 'unknown-token', because: 'wrong-prefix' });
  }
  const caller = world.store.state.callerByToken(token);
  if (!caller) return refused({ kind: 'unknown-token' });
  if (world.now() > expiryOf(world, caller)) {
    const because = caller.expiresAt === undefined ? 'outlived' : 'expired';
    return refused({ kind: 'unknown-token', because });
  }
  return ok(caller);
}

/** The last moment a token is known; infinite where it never ends. */
export const expiryOf = (world: World, { expiresAt, mintedAt }: Caller): number =>
  expiresAt ?? world.rules.tokenExpiry(mintedAt ?? world.since);
