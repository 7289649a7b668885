import type { Rules } from '../domain/rules.ts';
import type { Store } from '../store/store.ts';

/** What the service works on: state, rules, time and chance. */
export interface World {
  readonly store: Pick<Store, 'state' | 'commit' | 'settled'>;
  readonly rules: Rules;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
  /** When the tokens of this world were issued. */
  readonly since: number;
}
