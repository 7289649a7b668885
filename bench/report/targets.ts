import type { Workload } from '../load/workload.ts';
import type { Raced } from '../measure/race.ts';
import { bareName, type Figures, named, ourName, peersIn, ratioOf, spreadOf } from './figures.ts';

export interface Target {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  /** Undefined where it could not be measured. */
  readonly met: boolean | undefined;
}

const two = (value: number): string => value.toFixed(2);

/** What the product sets out to be, held against one run. */
export function targetsOf(figures: Figures): Target[] {
  const sizes = figures.raced
    .filter(({ contestant }) => contestant.name === ourName)
    .map(({ reports }) => reports ?? 0);
  const [small, large] = [Math.min(...sizes), Math.max(...sizes)];
  const ours = named(figures, ourName, small) as Raced;
  const grown = named(figures, ourName, large) as Raced;
  const bare = named(figures, bareName) as Raced;
  const peers = peersIn(figures);

  const share = (workload: Workload, least: number): Target => {
    const { median } = ratioOf(ours, bare, workload);
    return {
      what: `${workload}, as a share of bare node:http`,
      wanted: `at least ${least}`,
      found: two(median),
      met: median >= least,
    };
  };
  const lead = (workload: Workload, least: number): Target => {
    const leads = peers.map((peer) => ({ peer, ratio: ratioOf(ours, peer, workload).median }));
    const [nearest] = leads.sort((a, b) => a.ratio - b.ratio);
    return {
      what: `${workload}, as a multiple of the fastest peer`,
      wanted: `at least ${least}`,
      found: nearest ? `${two(nearest.ratio)} (${nearest.peer.contestant.name})` : 'no peer',
      met: nearest && nearest.ratio >= least,
    };
  };
  const scale = (workload: Workload): Target => {
    const { median } = ratioOf(grown, ours, workload);
    return {
      what: `${workload} at ${large} reports, as a share of the speed at ${small}`,
      wanted: 'at least 0.8',
      found: two(median),
      met: large > small ? median >= 0.8 : undefined,
    };
  };
  const tail = (workload: Workload): Target => {
    const p99 = (one: Raced) => spreadOf(one.laps[workload].map((lap) => lap.p99)).median;
    const best = Math.min(...peers.map(p99));
    return {
      what: `${workload}, p99 in ms beside the best peer's`,
      wanted: 'no more',
      found: `${two(p99(ours))} to ${peers.length > 0 ? two(best) : 'none'}`,
      met: peers.length > 0 ? p99(ours) <= best : undefined,
    };
  };
  const startOf = (name: string) =>
    spreadOf(figures.starts.find((one) => one.name === name)?.ms ?? []).median;
  const start = startOf(ourName) / startOf('Prism');
  const loaded = spreadOf(figures.loadedStart.ms).median;
  const { inProcess } = figures;
  const later = spreadOf(inProcess.laterStarts).median;

  return [
    share('get', 0.5),
    share('lookup', 0.5),
    share('create', 0.35),
    lead('get', 3),
    lead('lookup', 3),
    lead('create', 2),
    scale('create'),
    scale('delete'),
    tail('get'),
    tail('lookup'),
    tail('create'),
    {
      what: `start ${figures.loadedStart.name}, in seconds`,
      wanted: 'under 2',
      found: two(loaded / 1000),
      met: loaded < 2000,
    },
    {
      what: 'memory of a report beyond its JSON, in bytes',
      wanted: 'at most 1024',
      found: String(Math.round(inProcess.bytesBeyondJson)),
      met: inProcess.bytesBeyondJson <= 1024,
    },
    {
      what: "cold start, as a share of Prism's",
      wanted: 'at most 0.25',
      found: Number.isNaN(start) ? 'no Prism' : two(start),
      met: Number.isNaN(start) ? undefined : start <= 0.25,
    },
    {
      what: 'startServer() in process, second and later, in ms',
      wanted: 'under 30',
      found: two(later),
      met: later < 30,
    },
    {
      what: 'a new world, in ms',
      wanted: 'about 1',
      found: two(inProcess.worldMs),
      met: inProcess.worldMs <= 2,
    },
  ];
}
