/** The only role the specification names (5). */
export type CallerRole = 'researcher';

/** Somebody who holds a token. */
export interface Caller {
  readonly id: string;
  /** Shown as `reportedBy` on the reports this caller creates. */
  readonly name: string;
  readonly token: string;
  readonly roles: readonly CallerRole[];
  /** The service whose feed this caller owns, if any. */
  readonly owns?: string;
  /** Lookups granted; where it is absent, the dialect's initial count. */
  readonly requests?: number;
  /** When the token began to live, in milliseconds since the epoch; absent: when its world began. */
  readonly mintedAt?: number;
  /** The moment after which the token is no longer known, whatever the dialect says of lifetimes. */
  readonly expiresAt?: number;
}
