import type { Contestant } from '../contestants/contestant.ts';
import { type Workload, workloads } from '../load/workload.ts';
import type { Lap, Raced } from '../measure/race.ts';
import type { Figures } from './figures.ts';

type Speeds = { readonly [workload in Workload]?: readonly number[] };

/** A raced contestant, by its requests per second in each round. */
export function raced(
  id: string,
  kind: Contestant['kind'],
  speeds: Speeds,
  differs: Partial<Raced> = {},
): Raced {
  const start = () => Promise.reject(new Error('nobody starts it'));
  const laps = Object.fromEntries(
    Object.entries(speeds).map(([workload, all]) => [workload, all.map((one) => lap(one))]),
  );
  return {
    contestant: { id, name: id, kind, start },
    reports: undefined,
    laps,
    wrong: {},
    ...differs,
  };
}

export const lap = (perSecond: number, differs: Partial<Lap> = {}): Lap => ({
  ...{ answers: perSecond, perSecond, cpuMicros: 1e6 / perSecond },
  ...differs,
});

export const figuresOf = (all: readonly Raced[]): Figures => ({
  ...{ workloads, raced: all, absent: [] },
});
