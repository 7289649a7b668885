import type { Rules } from '../domain/rules.ts';
import type { Store } from '../store/store.ts';

/** What the decisions of the service rest on: state, rules, time and chance. */
export interface Basis {
  readonly store: Pick<Store, 'state' | 'commit' | 'whenDurable'>;
  readonly rules: Rules;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
  /** When the tokens were issued. */
  readonly since: number;
}
