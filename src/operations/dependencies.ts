import type { Dialect } from '../dialects/dialect.ts';
import type { Rules } from '../domain/rules.ts';
import type { Store } from '../store/store.ts';

/** What operations depend on, in one world; replaced when the dialect changes. */
export interface Dependencies {
  readonly dialect: Dialect;
  readonly store: Store;
  readonly rules: Rules;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
  /** When the seeded tokens were issued. */
  readonly since: number;
  /** Counts a request. Returns the seconds until the next one is allowed, or undefined if this one is. */
  readonly throttle: (callerId: string, now: number) => number | undefined;
}
