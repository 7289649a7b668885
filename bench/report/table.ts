import { workloads } from '../load/workload.ts';
import { titleOf } from '../measure/race.ts';
import { bareName, type Figures, named, ratioOf, type Spread, spreadOf } from './figures.ts';
import { type Target, targetsOf } from './targets.ts';

/** The whole run, as text. */
export function tableOf(figures: Figures): string {
  return [
    'Requests per second as a share of bare node:http, with the spread over all rounds:',
    '',
    ...columns(ratios(figures)),
    '',
    'p99 in milliseconds:',
    '',
    ...columns(tails(figures)),
    '',
    'Cold start, from the command to the first good answer, in milliseconds:',
    '',
    ...columns(
      [...figures.starts, figures.loadedStart].map(({ name, ms }) => [name, whole(spreadOf(ms))]),
    ),
    '',
    'Resident memory in MiB, at rest and after the load:',
    '',
    ...columns(
      figures.raced.map((one) => [
        titleOf(one),
        one.memory.atRest.toFixed(0),
        one.memory.afterLoad.toFixed(0),
      ]),
    ),
    '',
    ...embedding(figures),
    '',
    'Targets:',
    '',
    ...columns(targetsOf(figures).map(targetRow)),
    ...figures.absent.map(({ name, why }) => `\n${name} did not take part: ${why}`),
    ...wrongAnswers(figures),
    '',
  ].join('\n');
}

function ratios(figures: Figures): string[][] {
  const bare = named(figures, bareName);
  const rows = figures.raced.map((one) => [
    titleOf(one),
    ...workloads.map((workload) => (bare ? share(ratioOf(one, bare, workload)) : '')),
  ]);
  return [['', ...workloads], ...rows];
}

function tails({ raced }: Figures): string[][] {
  const rows = raced.map((one) => [
    titleOf(one),
    ...workloads.map((workload) =>
      spreadOf(one.laps[workload].map(({ p99 }) => p99)).median.toFixed(1),
    ),
  ]);
  return [['', ...workloads], ...rows];
}

function embedding({ inProcess, verify }: Figures): string[] {
  const later = spreadOf(inProcess.laterStarts);
  return columns([
    ['startServer() in process, the first', `${inProcess.firstStart.toFixed(0)} ms`],
    ['startServer() in process, later ones', `${later.median.toFixed(1)} ms`],
    ['a new world', `${inProcess.worldMs.toFixed(2)} ms, ${inProcess.worldKiB.toFixed(0)} KiB`],
    ['a stored report, beyond its JSON', `${inProcess.bytesBeyondJson.toFixed(0)} bytes`],
    [
      'verify of the reference server',
      `${verify.seconds.toFixed(1)} s${verify.conforms ? '' : ', and it did not conform'}`,
    ],
  ]);
}

const targetRow = ({ what, wanted, found, met }: Target): string[] => [
  met === undefined ? '–' : met ? '✔' : '✘',
  what,
  wanted,
  found,
];

function wrongAnswers({ raced }: Figures): string[] {
  return raced.flatMap((one) => {
    const wrong = workloads.flatMap((workload) => {
      const count = one.laps[workload].reduce((sum, lap) => sum + lap.wrong, 0);
      return count > 0 ? [`${count} of ${workload}`] : [];
    });
    return wrong.length > 0 ? [`\n${titleOf(one)} gave wrong answers: ${wrong.join(', ')}`] : [];
  });
}

const share = ({ median, least, most }: Spread): string =>
  `${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;

const whole = ({ median, least, most }: Spread): string =>
  `${median.toFixed(0)} (${least.toFixed(0)}–${most.toFixed(0)})`;

/** Rows with every column as wide as its widest cell. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, cell] of row.entries())
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
  return rows.map((row) =>
    `  ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd(),
  );
}
