import type { Lap, Raced } from './race.ts';
import { type Workload, workloads } from './requests.ts';

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2;
}

/** CPU time, which other load on the machine does not distort; time where the system does not tell. */
function costOf({ cpuMicros, perSecond }: Lap): number {
  return cpuMicros ?? 1e6 / perSecond;
}

/** How many times less a request costs than that of the obvious implementation in the same round. */
function lessThan(plain: readonly Lap[] | undefined, laps: readonly Lap[]): number {
  return median(
    laps.flatMap((lap, round) => (plain?.[round] ? costOf(plain[round]) / costOf(lap) : [])),
  );
}

function cell(laps: readonly Lap[] | undefined, plain: readonly Lap[] | undefined): string {
  if (!laps) return '–';
  const times = lessThan(plain, laps);
  const beside = Number.isNaN(times) ? '' : ` (×${times.toFixed(2)})`;
  return `${whole(median(laps.map(costOf)))} µs${beside} ${whole(median(laps.map(({ perSecond }) => perSecond)))}/s`;
}

/** One sentence per contestant with unexpected responses; any fails the run. */
export function wrongAnswers(raced: readonly Raced[]): string[] {
  return raced.flatMap(({ name, wrong }) => {
    const counts = Object.entries(wrong).map(([status, count]) => `${count} with ${status}`);
    return counts.length > 0 ? [`${name} gave wrong answers: ${counts.join(', ')}.`] : [];
  });
}

/** CPU time of a request, by contestant and workload, as a table of Markdown. */
export function asMarkdown(raced: readonly Raced[]): string {
  const plain = raced.find(({ id }) => id === 'plain')?.laps;
  const row = ({ name, laps }: Raced) => [
    name,
    ...workloads.map((workload: Workload) => cell(laps[workload], plain?.[workload])),
  ];
  const rows = [['', ...workloads], ['', ...workloads].map(() => '---'), ...raced.map(row)];
  const laps = raced.flatMap((one) => Object.values(one.laps).flat());
  const answers = laps.reduce((sum, lap) => sum + lap.answers, 0);
  const wrong = wrongAnswers(raced);
  const starts = raced.flatMap(({ name, startMillis: ms }) =>
    ms === undefined ? [] : [`${name} ${whole(ms)} ms`],
  );
  return [
    'CPU time of the server for each request (and how many times less than plain), requests per second:',
    '',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    ...(starts.length > 0 ? [`CPU time until the first response: ${starts.join(', ')}.`, ''] : []),
    ...(wrong.length > 0
      ? ['THIS RUN FAILED.', ...wrong]
      : [`All ${whole(answers)} answers were right.`]),
    '',
  ].join('\n');
}
