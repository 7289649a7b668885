import type { Workload } from '../load/workload.ts';
import type { Raced } from '../measure/race.ts';
import { type Figures, fasterBy, racedAs, usesLessBy } from './figures.ts';

interface Target {
  readonly what: string;
  readonly wanted: string;
  readonly found: string;
  /** Undefined if it could not be measured. */
  readonly met: boolean | undefined;
}

const worlds = { first: 'in the first world', made: 'in a made world' };

/** How many times less CPU time per request than the obvious implementation, at least. */
const beyondPlain = { fetch: 2, lookup: 2, create: 1.6 };
/** The same, compared with the fastest peer that validates. */
const beyondPeers = { fetch: 3, lookup: 3, create: 3, invalid: 2, stranger: 2 };

/** The performance targets, checked against one run. */
export const targetsOf = (figures: Figures): Target[] => [
  ...leads(figures, 'plain', 'plain', beyondPlain),
  ...leads(figures, 'peer', 'the fastest peer that validates', beyondPeers),
  ...(['create', 'delete'] as const).map((workload) => scale(figures, workload)),
];

function leads(
  figures: Figures,
  kind: 'plain' | 'peer',
  over: string,
  wanted: { readonly [workload in Workload]?: number },
): Target[] {
  const others = figures.raced.filter(({ contestant }) => contestant.kind === kind);
  const lead = (world: string, workload: Workload) => {
    const [ours] = racedAs(figures, world);
    const all = (ours ? others : []).map((other) => {
      const { value, beside } = besideRate(ours as Raced, other, workload);
      return { value, beside: `${beside} (${other.contestant.id})` };
    });
    const measured = all.filter(({ value }) => !Number.isNaN(value));
    return measured.sort((a, b) => a.value - b.value)[0] ?? { value: Number.NaN };
  };
  return Object.entries(worlds).flatMap(([world, where]) =>
    (Object.entries(wanted) as [Workload, number][]).map(([workload, least]) => {
      const what = `${workload} ${where}, as a multiple of ${over}`;
      return atLeast(least, { what, ...lead(world, workload) });
    }),
  );
}

/** By CPU time, which other load on the machine does not distort; requests per second are informative. */
function besideRate(one: Raced, other: Raced, workload: Workload) {
  const rate = fasterBy(one, other, workload).median;
  const cpu = usesLessBy(one, other, workload).median;
  return { value: Number.isNaN(cpu) ? rate : cpu, beside: `; ${two(rate)} by requests/s` };
}

function scale(figures: Figures, workload: Workload): Target {
  const all = racedAs(figures, 'first');
  const [small, large] = [all[0], all.at(-1)];
  const [few, many] = [small, large].map((one) => one?.reports?.toLocaleString('en'));
  const what = `${workload} at ${many} reports, as a share of the speed at ${few}`;
  if (!small || !large || small === large) return atLeast(0.8, { what, value: Number.NaN });
  return atLeast(0.8, { what, ...besideRate(large, small, workload) });
}

const two = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2));

function atLeast(
  least: number,
  { what, value, beside = '' }: { what: string; value: number; beside?: string },
): Target {
  const wanted = `at least ${least}`;
  if (Number.isNaN(value)) return { what, wanted, found: 'not measured', met: undefined };
  const met = value >= least;
  // 1.997 must not be rounded to 2.
  const rounded = Number(two(value)) >= least === met ? two(value) : value.toPrecision(4);
  return { what, wanted, found: `${rounded}${beside}`, met };
}
