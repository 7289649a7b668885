import type { Rules } from '../domain/rules.ts';
import type { Dialect } from './dialect.ts';

function bare(header: string): string | undefined {
  return header.trim() || undefined;
}

function bearer(header: string): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header)?.[1];
}

/** How the token is parsed from the Authorization header. */
export const tokenReaders: Record<Dialect['auth.prefix'], Rules['tokenIn']> = {
  none: bare,
  Bearer: bearer,
  either: (header) => bearer(header) ?? bare(header),
};

/** The Authorization header for a token; without a scheme where the dialect accepts both. */
export function authorizationOf(dialect: Dialect, token: string): string {
  return dialect['auth.prefix'] === 'Bearer' ? `Bearer ${token}` : token;
}

/** How callers are told to identify themselves (RFC 9110, 11.6.1). */
export function challengeOf(dialect: Dialect): string {
  return `${dialect['auth.prefix'] === 'none' ? 'ApiKey' : 'Bearer'} realm="abuse-feed"`;
}
