import type { Contestant } from '../contestants/contestant.ts';
import type { Workload } from '../load/workload.ts';
import type { Lap, Raced } from '../measure/race.ts';

/** The measurements of one run. */
export interface Figures {
  readonly workloads: readonly Workload[];
  readonly raced: readonly Raced[];
  readonly absent: readonly { readonly name: string; readonly why: string }[];
}

/** Median, minimum and maximum; NaN without values. */
interface Spread {
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

export const lapsOf = ({ laps }: Raced, workload: Workload): readonly Lap[] => laps[workload] ?? [];

export const medianOf = (one: Raced, workload: Workload, figure: keyof Lap): number =>
  spreadOf(lapsOf(one, workload).flatMap((lap) => lap[figure] ?? [])).median;

/** The ratio of requests per second in the same round. */
export const fasterBy = (one: Raced, other: Raced, workload: Workload): Spread =>
  roundByRound(one, other, workload, (ours, theirs) => ours.perSecond / theirs.perSecond);

/** The ratio of CPU time per request in the same round. */
export const usesLessBy = (one: Raced, other: Raced, workload: Workload): Spread =>
  roundByRound(one, other, workload, (ours, theirs) =>
    ours.cpuMicros && theirs.cpuMicros ? theirs.cpuMicros / ours.cpuMicros : undefined,
  );

const roundByRound = (
  one: Raced,
  other: Raced,
  workload: Workload,
  ratio: (lap: Lap, beside: Lap) => number | undefined,
): Spread =>
  spreadOf(
    lapsOf(one, workload).flatMap((lap, round) => {
      const beside = lapsOf(other, workload)[round];
      return (beside && ratio(lap, beside)) ?? [];
    }),
  );

/** Entries with this id, fewest reports first. */
export const racedAs = ({ raced }: Figures, id: Contestant['id']): Raced[] =>
  raced
    .filter(({ contestant }) => contestant.id === id)
    .sort((a, b) => (a.reports ?? 0) - (b.reports ?? 0));
