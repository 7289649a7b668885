import { type Raced, titleOf } from '../measure/race.ts';
import {
  type Beside,
  bareIn,
  type Figures,
  fasterBy,
  lapsOf,
  medianOf,
  type Spread,
  spreadOf,
} from './figures.ts';
import { type Target, targetsOf } from './targets.ts';

/** One table of the report. */
export interface Section {
  readonly title: string;
  /** The first row. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** All tables of a run, in the order in which they are read. */
export const sectionsOf = (figures: Figures): Section[] => [
  {
    title: 'Requests per second as a share of bare node:http, with the spread over all rounds',
    ...byWorkload(figures, (one, workload) => {
      const bare = bareIn(figures);
      return bare ? share(fasterBy(one, bare, workload)) : none;
    }),
  },
  {
    title: 'Requests per second, and CPU time of the server for each',
    ...byWorkload(figures, (one, workload) => {
      const perSecond = medianOf(one, workload, (lap) => lap.perSecond);
      const micros = medianOf(one, workload, (lap) => lap.cpuMicros);
      return `${whole(perSecond)} · ${Number.isNaN(micros) ? 'no /proc' : `${whole(micros)} µs`}`;
    }),
  },
  {
    title: 'p99 in milliseconds',
    ...byWorkload(figures, (one, workload) => medianOf(one, workload, (lap) => lap.p99).toFixed(1)),
  },
  {
    title: 'Resident memory in MiB',
    head: ['', 'at rest', 'after the load'],
    rows: figures.raced.map((one) => [
      titleOf(one),
      one.memory.atRest.toFixed(0),
      one.memory.afterLoad.toFixed(0),
    ]),
  },
  ...(figures.beside ? sectionsBeside(figures.beside) : []),
  {
    title: 'Targets',
    head: ['', 'what', 'wanted', 'found'],
    // A part of the race cannot meet or miss what it does not measure.
    rows: targetsOf(figures)
      .filter(({ met }) => figures.beside || met !== undefined)
      .map(targetRow),
  },
];

function sectionsBeside({ starts, loadedStart, inProcess, verify }: Beside): Section[] {
  const later = spreadOf(inProcess.laterStarts);
  const judged = verify.conforms ? '' : ', and it did not conform';
  return [
    {
      title: 'Cold start, from the command to the first good answer',
      head: ['', 'milliseconds'],
      rows: [...starts, loadedStart].map(({ name, ms }) => {
        const { median, least, most } = spreadOf(ms);
        return [name, `${whole(median)} (${whole(least)}–${whole(most)})`];
      }),
    },
    {
      title: 'Embedded, and as a judge',
      head: ['', 'takes'],
      rows: [
        ['startServer() in process, the first', `${inProcess.firstStart.toFixed(0)} ms`],
        ['startServer() in process, later ones', `${later.median.toFixed(1)} ms`],
        ['a new world', `${inProcess.worldMs.toFixed(2)} ms, ${inProcess.worldKiB.toFixed(0)} KiB`],
        ['verify of the reference server', `${verify.seconds.toFixed(1)} s${judged}`],
      ],
    },
  ];
}

type Workloads = Figures['settings']['workloads'];

/** A row for each that raced and a column for each workload; a dash where it took no part. */
const byWorkload = (
  { raced, settings: { workloads } }: Figures,
  cell: (one: Raced, workload: Workloads[number]) => string,
): Pick<Section, 'head' | 'rows'> => ({
  head: ['', ...workloads],
  rows: raced.map((one) => [
    titleOf(one),
    ...workloads.map((workload) => (lapsOf(one, workload).length > 0 ? cell(one, workload) : none)),
  ]),
});

const targetRow = ({ what, wanted, found, met }: Target): string[] => [
  met === undefined ? none : met ? '✔' : '✘',
  what,
  wanted,
  found,
];

const none = '–';

const whole = (value: number): string => Math.round(value).toLocaleString('en');

const share = ({ median, least, most }: Spread): string =>
  `${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;
