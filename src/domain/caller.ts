/** The only role the specification names (5). */
export type Role = 'researcher';

/** Somebody who holds a token. */
export interface Caller {
  readonly id: string;
  /** Shown as `reportedBy` on the reports this caller creates. */
  readonly name: string;
  readonly token: string;
  readonly roles: readonly Role[];
  /** The service whose feed this caller owns, if any. */
  readonly owns?: string;
  /** Lookups granted; where it is absent, the dialect's initial count. */
  readonly requests?: number;
  /** Milliseconds since the epoch after which the token is no longer known. */
  readonly expiresAt?: number;
}
