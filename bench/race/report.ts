import type { Lap, Raced } from './race.ts';
import { workloads } from './requests.ts';

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

/** With how many times less it costs than the plain server in the same round. */
function cell(laps: readonly Lap[] | undefined, plain: readonly Lap[] | undefined): string {
  if (!laps) return '–';
  const times = median(
    laps.flatMap((lap, nth) => (plain?.[nth] ? plain[nth].micros / lap.micros : [])),
  );
  const beside = Number.isNaN(times) ? '' : ` (×${times.toFixed(2)})`;
  const rate = whole(median(laps.map(({ perSecond }) => perSecond)));
  return `${whole(median(laps.map(({ micros }) => micros)))} µs${beside} ${rate}/s`;
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
  const rows = [
    ['', ...workloads],
    ['', ...workloads].map(() => '---'),
    ...raced.map(({ name, laps }) => [
      name,
      ...workloads.map((one) => cell(laps[one], plain?.[one])),
    ]),
  ];
  const starts = raced.flatMap(({ name, startMillis }) =>
    startMillis ? [`${name} ${whole(startMillis)} ms`] : [],
  );
  const wrong = wrongAnswers(raced);
  return [
    'CPU time of the server per request (and how many times less than plain), requests per second:',
    '',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    ...(starts.length > 0 ? [`CPU time until the first response: ${starts.join(', ')}.`, ''] : []),
    wrong.length > 0 ? `THIS RUN FAILED. ${wrong.join(' ')}` : 'All answers were right.',
    '',
  ].join('\n');
}
