import type { CallerRole } from '../spec/who-may.ts';

export type { CallerRole } from '../spec/who-may.ts';

/** A holder of a token. */
export interface Caller {
  readonly id: string;
  /** Shown as `reportedBy` on the reports this caller creates. */
  readonly name: string;
  readonly token: string;
  readonly roles: readonly CallerRole[];
  /** The service whose feed this caller owns, if any. */
  readonly owns?: string;
  /** Lookups granted. Default: the dialect's initial quota. */
  readonly requests?: number;
  /** When the token was issued, in milliseconds since the epoch. Default: when its world began. */
  readonly mintedAt?: number;
  /** When the token expires, regardless of the dialect. */
  readonly expiresAt?: number;
}
