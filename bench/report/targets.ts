import type { Workload } from '../load/workload.ts';
import type { Raced } from '../measure/race.ts';
import {
  type Beside,
  bareIn,
  type Figures,
  medianOf,
  peersIn,
  racedAs,
  ratioOf,
  spreadOf,
} from './figures.ts';

export interface Target {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  /** Undefined where it could not be measured. */
  readonly met: boolean | undefined;
}

/** Which of our two roads a target is about. */
const worlds = { first: 'in the first world', made: 'in a made world' };
type World = keyof typeof worlds;

/** Requests per second as a share of bare node:http. Only the first world syncs its creates to disk. */
const shares: readonly [Workload, { readonly [world in World]: number }][] = [
  ['fetch', { first: 0.45, made: 0.4 }],
  ['lookup', { first: 0.45, made: 0.4 }],
  ['create', { first: 0.28, made: 0.3 }],
];

/** Requests per second as a multiple of the fastest peer's, in both worlds. */
const leads: readonly [Workload, number][] = [
  ['fetch', 3],
  ['lookup', 3],
  ['create', 2],
];

/** What the product sets out to be, held against one run. */
export function targetsOf(figures: Figures): Target[] {
  const names = Object.keys(worlds) as World[];
  return [
    ...shares.flatMap(([workload, least]) =>
      names.map((world) => share(figures, world, workload, least[world])),
    ),
    ...leads.flatMap(([workload, least]) =>
      names.map((world) => lead(figures, world, workload, least)),
    ),
    throughListen(figures, 0.3),
    ...(['create', 'delete'] as const).map((workload) => scale(figures, workload)),
    ...(['fetch', 'lookup', 'create'] as const).flatMap((workload) =>
      names.map((world) => tail(figures, world, workload)),
    ),
    ...(figures.beside ? targetsBeside(figures.beside) : []),
  ];
}

function share(figures: Figures, world: World, workload: Workload, least: number): Target {
  const [ours] = racedAs(figures, world);
  const bare = bareIn(figures);
  return atLeast(least, {
    what: `${workload} ${worlds[world]}, as a share of bare node:http`,
    value: ours && bare ? ratioOf(ours, bare, workload).median : Number.NaN,
  });
}

function lead(figures: Figures, world: World, workload: Workload, least: number): Target {
  const [ours] = racedAs(figures, world);
  const ratios = peersIn(figures)
    .map((peer) => ({ peer, ratio: ours ? ratioOf(ours, peer, workload).median : Number.NaN }))
    .filter(({ ratio }) => !Number.isNaN(ratio))
    .sort((a, b) => a.ratio - b.ratio);
  return atLeast(least, {
    what: `${workload} ${worlds[world]}, as a multiple of the fastest peer`,
    value: ratios[0]?.ratio ?? Number.NaN,
    beside: ` (${ratios[0]?.peer.contestant.name})`,
  });
}

/** With the share that a proxy of others has of the same server, where it took part. */
function throughListen(figures: Figures, least: number): Target {
  const [ours] = racedAs(figures, 'listened');
  const [other] = racedAs(figures, 'prism-proxy');
  const shareOf = (proxy: Raced | undefined): number => {
    const [without] = racedAs(figures, proxy?.contestant.inFrontOf ?? '');
    return proxy && without ? ratioOf(proxy, without, 'fetch').median : Number.NaN;
  };
  const others = shareOf(other);
  return atLeast(least, {
    what: 'fetch through listen, as a share of the same server without it',
    value: shareOf(ours),
    ...(!Number.isNaN(others) && { beside: ` (prism proxy: ${two(others)})` }),
  });
}

function scale(figures: Figures, workload: Workload): Target {
  const all = racedAs(figures, 'first');
  const [small, large] = [all[0], all.at(-1)];
  const [few, many] = [small, large].map((one) => one?.reports?.toLocaleString('en'));
  return atLeast(0.8, {
    what: `${workload} at ${many} reports, as a share of the speed at ${few}`,
    value: small && large && small !== large ? ratioOf(large, small, workload).median : Number.NaN,
  });
}

function tail(figures: Figures, world: World, workload: Workload): Target {
  const p99 = (one: Raced) => medianOf(one, workload, (lap) => lap.p99);
  const [ours] = racedAs(figures, world).map(p99);
  const best = peersIn(figures)
    .map(p99)
    .filter((ms) => !Number.isNaN(ms))
    .sort((a, b) => a - b)[0];
  const found = ours !== undefined && !Number.isNaN(ours) && best !== undefined;
  return {
    what: `${workload} ${worlds[world]}, p99 in ms beside the best peer's`,
    wanted: 'no more',
    found: found ? `${two(ours)} to ${two(best)}` : 'not measured',
    met: found ? ours <= best : undefined,
  };
}

function targetsBeside({ starts, loadedStart, inProcess }: Beside): Target[] {
  const startOf = (id: string) => spreadOf(starts.find((one) => one.id === id)?.ms ?? []).median;
  return [
    below(2, {
      what: `start ${loadedStart.name}, in seconds`,
      value: spreadOf(loadedStart.ms).median / 1000,
    }),
    atMost(1024, {
      what: 'memory of a report beyond its JSON, in bytes',
      value: Math.round(inProcess.bytesBeyondJson),
    }),
    atMost(0.33, {
      what: "cold start, as a share of Prism's",
      value: startOf('first') / startOf('prism'),
    }),
    below(30, {
      what: 'startServer() in process, second and later, in ms',
      value: spreadOf(inProcess.laterStarts).median,
    }),
    { ...atMost(2, { what: 'a new world, in ms', value: inProcess.worldMs }), wanted: 'about 1' },
  ];
}

interface Measured {
  readonly what: string;
  /** Not a number where it was not measured. */
  readonly value: number;
  readonly beside?: string;
}

const two = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

const judged =
  (words: string, isMet: (value: number, limit: number) => boolean) =>
  (limit: number, { what, value, beside = '' }: Measured): Target => {
    const wanted = `${words} ${limit}`;
    if (Number.isNaN(value)) return { what, wanted, found: 'not measured', met: undefined };
    const met = isMet(value, limit);
    // 0.447 is no 0.45.
    const rounded = isMet(Number(two(value)), limit) === met ? two(value) : value.toPrecision(4);
    return { what, wanted, found: `${rounded}${beside}`, met };
  };

const atLeast = judged('at least', (value, limit) => value >= limit);
const atMost = judged('at most', (value, limit) => value <= limit);
const below = judged('under', (value, limit) => value < limit);
