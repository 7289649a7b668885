import type { Dialect } from '../dialects/dialect.ts';
import type { Rules } from '../domain/rules.ts';
import type { Store } from '../store/store.ts';

/** What operations work with in one world, from one choice of a dialect to the next. */
export interface Dependencies {
  readonly dialect: Dialect;
  readonly store: Pick<Store, 'state' | 'commit' | 'whenDurable'>;
  readonly rules: Rules;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
  /** When the tokens were issued. */
  readonly since: number;
  /** Counts a request of a caller: whole seconds until the next is served, or undefined where it may go on. */
  readonly throttle: (callerId: string, now: number) => number | undefined;
}
