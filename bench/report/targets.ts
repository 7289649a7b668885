import type { Workload } from '../load/workload.ts';
import type { Raced } from '../measure/race.ts';
import { type Figures, fasterBy, racedAs, spreadOf, usesLessBy } from './figures.ts';

export interface Target {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  /** Undefined where it could not be measured. */
  readonly met: boolean | undefined;
}

const worlds = { first: 'in the first world', made: 'in a made world' } as const;

/** How many times less CPU time a request takes than by what anybody would write. */
const beyondPlain = { fetch: 2, lookup: 2, create: 1.6 } as const;
/** The same beside the fastest of those that validate. */
const beyondPeers: { readonly [workload in Workload]?: number } = {
  ...{ fetch: 3, lookup: 3, create: 3, invalid: 2, stranger: 2 },
};

/** What the product sets out to be, held against one run. */
export function targetsOf(figures: Figures): Target[] {
  const [plain] = racedAs(figures, 'plain');
  const peers = figures.raced.filter(({ contestant }) => contestant.kind === 'peer');
  return [
    ...leads(figures, 'plain', plain ? [plain] : [], beyondPlain),
    ...leads(figures, 'the fastest peer that validates', peers, beyondPeers),
    ...(['create', 'delete'] as const).map((workload) => scale(figures, workload)),
    coldStart(figures),
  ];
}

function leads(
  figures: Figures,
  over: string,
  others: readonly Raced[],
  wanted: { readonly [workload in Workload]?: number },
): Target[] {
  return Object.entries(worlds).flatMap(([world, where]) =>
    (Object.entries(wanted) as [Workload, number][]).map(([workload, least]) =>
      lead(`${workload} ${where}, as a multiple of ${over}`, {
        ...{ least, workload, others },
        ours: racedAs(figures, world)[0],
      }),
    ),
  );
}

interface Lead {
  readonly least: number;
  readonly workload: Workload;
  readonly ours: Raced | undefined;
  readonly others: readonly Raced[];
}

/** By CPU time, which other load on the machine does not distort; by requests per second for who wonders. */
function lead(what: string, { least, workload, ours, others }: Lead): Target {
  const [closest] = others
    .flatMap((other) => {
      if (!ours) return [];
      const rate = fasterBy(ours, other, workload).median;
      const cpu = usesLessBy(ours, other, workload).median;
      return Number.isNaN(rate) ? [] : [{ other, rate, value: Number.isNaN(cpu) ? rate : cpu }];
    })
    .sort((a, b) => a.value - b.value);
  const beside = closest && `; ${two(closest.rate)} by requests/s (${closest.other.contestant.id})`;
  return atLeast(least, { what, value: closest?.value ?? Number.NaN, ...(beside && { beside }) });
}

function scale(figures: Figures, workload: Workload): Target {
  const all = racedAs(figures, 'first');
  const [small, large] = [all[0], all.at(-1)];
  const [few, many] = [small, large].map((one) => one?.reports?.toLocaleString('en'));
  return atLeast(0.8, {
    what: `${workload} at ${many} reports, as a share of the speed at ${few}`,
    value: small && large && small !== large ? fasterBy(large, small, workload).median : Number.NaN,
  });
}

function coldStart({ starts }: Figures): Target {
  const startOf = (id: string) => spreadOf(starts.find((one) => one.id === id)?.ms ?? []).median;
  return atMost(0.4, {
    what: "cold start, as a share of Prism's",
    value: startOf('first') / startOf('prism'),
  });
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
    // 1.997 is no 2.
    const rounded = isMet(Number(two(value)), limit) === met ? two(value) : value.toPrecision(4);
    return { what, wanted, found: `${rounded}${beside}`, met };
  };

const atLeast = judged('at least', (value, limit) => value >= limit);
const atMost = judged('at most', (value, limit) => value <= limit);
