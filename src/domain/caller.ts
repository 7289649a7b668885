import type { CallerRole } from '../spec/who-may.ts';

export type { CallerRole } from '../spec/who-may.ts';

/** A holder of a token. */
export interface Caller {
  readonly id: string;
  /** Shown as `reportedBy` on the reports this caller creates. */
  readonly name: string;
  /** Empty where it came from a variable, is in no file and was not given again: nobody can send it. */
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

/** Whether the token of a caller is known; where it is not, nobody can call as this one. */
export function hasToken({ token }: Pick<Caller, 'token'>): boolean {
  return token !== '';
}
