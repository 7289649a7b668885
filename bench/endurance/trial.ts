import type { Chance } from '../harness/chance.ts';

/** What a trial is told, and how it tells what it does. */
export interface Setting {
  readonly short: boolean;
  readonly seed: number;
  readonly chance: Chance;
  /** What its option says: how many kills, minutes or requests. */
  readonly amount: number;
  /** An empty folder that is removed afterwards. */
  readonly folder: () => string;
  /** Progress, for whoever watches. */
  readonly say: (text: string) => void;
}

/** What came of it: one sentence with the numbers, and whatever was lost or wrong. */
export interface Finding {
  readonly numbers: string;
  readonly problems: readonly string[];
  /** What this machine did not let us try, and why. */
  readonly notTried?: readonly string[];
}

export interface Trial {
  readonly name: string;
  readonly about: string;
  /** The option that says how much of it, and how much it is by itself. */
  readonly option: string;
  readonly full: number;
  readonly short: number;
  readonly run: (setting: Setting) => Promise<Finding>;
}
