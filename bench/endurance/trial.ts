import type { Chance } from '../harness/chance.ts';

/** The parameters of a trial. */
export interface Setting {
  readonly short: boolean;
  readonly seed: number;
  readonly chance: Chance;
  /** The value of its option: the number of kills, minutes or requests. */
  readonly amount: number;
  /** An empty folder that is removed afterwards. */
  readonly folder: () => string;
  /** Prints progress. */
  readonly say: (text: string) => void;
}

/** The result: one sentence with figures, and the problems. */
export interface Finding {
  readonly numbers: string;
  readonly problems: readonly string[];
  /** What this machine does not support, and why. */
  readonly notTried?: readonly string[];
}

export interface Trial {
  readonly name: string;
  readonly about: string;
  /** The option that sets its length, and the defaults. */
  readonly option: string;
  readonly full: number;
  readonly short: number;
  readonly run: (setting: Setting) => Promise<Finding>;
}
