import type { Chance } from '../harness/chance.ts';

/** The parameters of a trial. */
export interface Setting {
  readonly chance: Chance;
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
  /** Its length: the default, with --short, and what is counted. */
  readonly amount: readonly [full: number, short: number, of: string];
  readonly run: (setting: Setting) => Promise<Finding>;
}
