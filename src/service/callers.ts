import type { Caller } from '../domain/caller.ts';
import { type Outcome, ok, refused } from '../domain/refusal.ts';
import type { World } from './world.ts';

/** 5: who sends this Authorization header. */
export function identify(world: World, header: string | undefined): Outcome<Caller> {
  if (header === undefined || header.trim() === '') return refused({ kind: 'no-token' });
  const token = world.rules.tokenIn(header);
  if (token === undefined) {
    return refused({ kind: 'unknown-token', hint: 'It has to be sent as "Bearer <token>".' });
  }
  const caller = world.store.state.callerByToken(token);
  if (!caller) return refused({ kind: 'unknown-token' });
  const expiry = caller.expiresAt ?? world.rules.tokenExpiry(world.since);
  if (world.now() > expiry) return refused({ kind: 'unknown-token', hint: 'It has expired.' });
  return ok(caller);
}
