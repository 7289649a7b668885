import type { Workload } from '../load/workload.ts';
import { type Raced, titleOf } from '../measure/race.ts';
import { type Figures, fasterBy, lapsOf, medianOf, racedAs } from './figures.ts';
import { targetsOf } from './targets.ts';

/** A table; the first row is the header. */
interface Table {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}

const none = '–';
const whole = (value: number): string => Math.round(value).toLocaleString('en');

function tablesOf(figures: Figures): Table[] {
  const { raced, workloads } = figures;
  const [bare] = racedAs(figures, 'bare');
  const byWorkload = (title: string, cell: (one: Raced, workload: Workload) => string): Table => {
    const cellOf = (one: Raced) => (workload: Workload) =>
      lapsOf(one, workload).length > 0 ? cell(one, workload) : none;
    const rows = raced.map((one) => [titleOf(one), ...workloads.map(cellOf(one))]);
    return { title, rows: [['', ...workloads], ...rows] };
  };
  const tables = [
    byWorkload('Requests per second as a share of bare node:http, with the spread', (one, work) => {
      if (!bare) return none;
      const { median, least, most } = fasterBy(one, bare, work);
      return `${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;
    }),
    byWorkload('Requests per second, and CPU time of the server for each', (one, workload) => {
      const micros = medianOf(one, workload, 'cpuMicros');
      const cpu = Number.isNaN(micros) ? 'no /proc' : `${whole(micros)} µs`;
      return `${whole(medianOf(one, workload, 'perSecond'))} · ${cpu}`;
    }),
    {
      title: 'Targets, by CPU time',
      rows: [
        ['', 'what', 'wanted', 'found'],
        // What was not measured is neither met nor missed.
        ...targetsOf(figures)
          .filter(({ met }) => met !== undefined)
          .map(({ met, what, wanted, found }) => [met ? '✔' : '✘', what, wanted, found]),
      ],
    },
  ];
  return tables.filter(({ rows }) => rows.length > 1);
}

/** One sentence per contestant with unexpected responses; any fails the run. */
export const wrongAnswers = ({ raced }: Figures): string[] =>
  raced.flatMap((one) => {
    const wrong = Object.entries(one.wrong).map(([status, count]) => `${count} with ${status}`);
    return wrong.length > 0 ? [`${titleOf(one)} gave wrong answers: ${wrong.join(', ')}.`] : [];
  });

/** Notes needed to read the figures. */
function notesOf(figures: Figures): string[] {
  const { raced, absent } = figures;
  const laps = raced.flatMap((one) => Object.values(one.laps).flat());
  const answers = laps.reduce((sum, lap) => sum + lap.answers, 0);
  const wrong = wrongAnswers(figures);
  return [
    ...absent.map(({ name, why }) => `${name} did not take part: ${why}`),
    ...(wrong.length > 0
      ? ['THIS RUN FAILED.', ...wrong]
      : [`All ${whole(answers)} answers in ${laps.length} laps were right.`]),
  ];
}

/** Markdown that is readable on a terminal: columns are padded to the widest cell. */
export const asMarkdown = (figures: Figures): string =>
  [
    ...tablesOf(figures).flatMap(({ title, rows }) => [`${title}:`, '', ...lined(rows), '']),
    ...notesOf(figures).map((note) => `- ${note.replace(/\s*\n\s*/g, ' ')}`),
    '',
  ].join('\n');

function lined(rows: Table['rows']): string[] {
  const [head = [], ...rest] = rows;
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0), 3));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)];
}
