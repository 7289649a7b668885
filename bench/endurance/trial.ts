import type { Chance } from './chance.ts';

/** What a trial is told, and how it tells what it does. */
export interface Setting {
  readonly short: boolean;
  readonly seed: number;
  readonly chance: Chance;
  /** A number given as an option; the trial knows what it is where it was not given. */
  readonly asked: (option: string) => number | undefined;
  /** The same for an option that takes a text. */
  readonly text: (option: string) => string | undefined;
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
  /** Options besides --seed and --short, each a whole number. */
  readonly options: { readonly [option: string]: string };
  /** Options that take a text. */
  readonly texts?: { readonly [option: string]: string };
  readonly run: (setting: Setting) => Promise<Finding>;
}
