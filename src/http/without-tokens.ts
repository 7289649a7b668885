import { withoutTokensIn } from '../traffic/secrets.ts';
import type { World } from '../worlds/world.ts';

/** A URL safe to log. */
export const withoutTokens = (url: string, { store: { state } }: World): string =>
  withoutTokensIn(url, (text) => state.callerByToken(text) !== undefined);
