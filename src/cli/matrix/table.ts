import { answerTo, type Dialect, type OpenPointId, pointById } from '../../dialects/dialect.ts';
import type { ExitCode } from '../io.ts';
import { adviceOn } from './advice.ts';
import { idsOf } from './answers.ts';
import type { Blame, Cause } from './blame.ts';
import { sawApi } from './met-points.ts';
import type { Run } from './run.ts';

/** Dialect, passed or failed, time, and what a failure comes from. */
export function table(runs: readonly Run[], { causes }: Blame): string {
  const rows = runs.map((run) => [
    run.label,
    run.passed ? 'passed' : 'failed',
    `${(run.ms / 1000).toFixed(1)} s`,
    (causes.get(run.label) ?? []).map(inWords).join(', '),
  ]);
  const all = [['dialect', 'result', 'time', 'fails because of'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`)
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

export const inWords = (cause: Cause): string =>
  idsOf(cause)
    .map((id) => `${id}: ${cause[id]}`)
    .join(' with ');

/** 3 where nothing can be said: a run that asked for nothing has met no dialect. */
export function exitCodeOf(runs: readonly Run[]): ExitCode {
  // A shard may be left without work.
  if (runs.length === 0) return 0;
  const idle = runs.filter(({ notes }) => !sawApi(notes)).length;
  if (idle === runs.length) return 3;
  if (runs.some(({ passed }) => !passed)) return 1;
  return idle > 0 ? 3 : 0;
}

/** What it all means, in sentences. */
export function conclusion(runs: readonly Run[], blamed: Blame): string {
  const failed = runs.filter(({ passed }) => !passed);
  const idle = runs.filter(({ notes }) => !sawApi(notes));
  if (idle.length > 0 && (idle.length === runs.length || failed.length === 0)) {
    return nothingSeen(runs, idle);
  }
  if (failed.length === 0) return `The command passes under all ${runs.length} dialects.\n`;
  if (blamed.unsteady) return flaky(blamed.unsteady);
  if (failed.length === runs.length) {
    return 'The command fails under every dialect, the default included: what is wrong has nothing to do with dialects.\n';
  }
  const found = reliances(runs, blamed);
  return [
    `The command fails under ${failed.length} of ${runs.length} dialects.`,
    ...(found.length > 0 ? ['It relies on what the specification leaves open:', ''] : []),
    ...found.flatMap(relianceLines),
    ...failed.flatMap(({ label }) => notExplained(label, blamed)),
    '',
  ].join('\n');
}

function nothingSeen(runs: readonly Run[], idle: readonly Run[]): string {
  const where =
    idle.length === runs.length
      ? 'in any run'
      : `under ${idle.map(({ label }) => label).join(', ')}`;
  return [
    `The stand-in saw no request of the API ${where}, so nothing is known of the command there.`,
    'The command must call the URL in ABUSE_FEED_BASE_URL, or that of a world it makes at ABUSE_FEED_ADMIN_URL.',
    'If it starts its own server by startServer() or abuse-feed serve, do not give that server a dialect.',
    '',
  ].join('\n');
}

function flaky({ why, passed }: NonNullable<Blame['unsteady']>): string {
  const good = passed.filter(Boolean).length;
  return [
    `The command is flaky: of ${passed.length} runs of the same dialect (${why}) ${good} passed and ${passed.length - good} failed.`,
    'So no open point is named. Fix the flaky command first, then run the matrix again.',
    '',
  ].join('\n');
}

function notExplained(label: string, { causes, unresolved }: Blame): string[] {
  const left = unresolved.get(label);
  if (left) {
    const ids = idsOf(left);
    const more = ids.length > 5 ? ` and ${ids.length - 5} more` : '';
    const also = causes.get(label)?.length ? ' also' : '';
    return [
      `No runs are left to find out more: ${label} may${also} fail because of ${ids.slice(0, 5).join(', ')}${more}. Allow more with --budget.`,
    ];
  }
  return causes.get(label)?.length === 0 ? [`No open point was made out for ${label}.`] : [];
}

/** An open point, or several together, that the command depends on. */
export interface Reliance {
  readonly points: readonly {
    readonly id: OpenPointId;
    readonly question: string;
    readonly section: string;
    readonly passesWith: readonly unknown[];
    readonly failsWith: readonly unknown[];
    readonly advice: string;
  }[];
}

export function reliances(runs: readonly Run[], { causes }: Blame): Reliance[] {
  const found = [...causes.values()].flat();
  const passing = runs.filter(({ passed }) => passed).map(({ dialect }) => dialect);
  const keys = [...new Set(found.map((cause) => idsOf(cause).join(' ')))];
  return keys.map((key) => {
    const ids = key.split(' ') as OpenPointId[];
    const own = found.filter((cause) => idsOf(cause).join(' ') === key);
    return { points: ids.map((id) => pointOf(id, own, passing)) };
  });
}

function pointOf(id: OpenPointId, found: readonly Cause[], passing: readonly Dialect[]) {
  const failsWith = [...new Set(found.map((cause) => cause[id]))];
  const good = passing.map((dialect) => answerTo(dialect, id));
  const point = pointById.get(id);
  return {
    id,
    question: point?.question ?? '',
    section: point?.section ?? '',
    passesWith: [...new Set(good)],
    failsWith,
    advice: adviceOn(id),
  };
}

const relianceLines = ({ points }: Reliance): string[] => [
  ...(points.length > 1 ? ['  Together:'] : []),
  ...points.flatMap(({ id, question, section, passesWith, failsWith, advice }) => [
    `  ${id}  ${question} (section ${section})`,
    `    passes with ${passesWith.join(', ')}, fails with ${failsWith.join(', ')}`,
    `    ${advice}`,
  ]),
  '',
];

/** The output of a failing run: its end, or all of it. */
export function outputOf(run: Run, all: boolean): string {
  const lines = run.output.trimEnd().split('\n');
  const shown = all ? lines : lines.slice(-15);
  const left = lines.length - shown.length;
  return [
    `${run.label} failed (${run.end}):`,
    ...(left > 0 ? [`  | … ${left} lines before this; --verbose shows them`] : []),
    ...shown.map((line) => `  | ${line}`),
    '',
    '',
  ].join('\n');
}
