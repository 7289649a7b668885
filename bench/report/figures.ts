import type { Workload } from '../load/workload.ts';
import type { machine } from '../machine.ts';
import type { InProcess } from '../measure/memory.ts';
import type { Raced } from '../measure/race.ts';
import type { Start } from '../measure/starts.ts';

/** All that one run has measured. */
export interface Figures {
  readonly machine: typeof machine;
  readonly settings: {
    readonly rounds: number;
    readonly seconds: number;
    readonly connections: number;
  };
  readonly raced: readonly Raced[];
  readonly starts: readonly Start[];
  readonly loadedStart: Start;
  readonly inProcess: InProcess;
  readonly verify: { readonly seconds: number; readonly conforms: boolean };
  readonly absent: readonly { readonly name: string; readonly why: string }[];
}

export const bareName = 'bare node:http';
export const ourName = 'abuse-feed-kit';

/** The middle one and the two ends. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    least: at(0),
    most: at(sorted.length - 1),
  };
}

/** Speed as a share of another's in the same round. */
export const ratioOf = (one: Raced, other: Raced, workload: Workload): Spread =>
  spreadOf(
    one.laps[workload].map(
      ({ perSecond }, round) => perSecond / (other.laps[workload][round]?.perSecond ?? Number.NaN),
    ),
  );

export const named = ({ raced }: Figures, name: string, reports?: number): Raced | undefined =>
  raced.find(
    (one) => one.contestant.name === name && (reports === undefined || one.reports === reports),
  );

export const peersIn = ({ raced }: Figures): Raced[] =>
  raced.filter(({ contestant: { name } }) => name !== bareName && name !== ourName);
