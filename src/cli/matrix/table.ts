import { answerTo, type Dialect, type OpenPointId, pointById } from '../../dialects/dialect.ts';
import { type Blame, type Cause, idsOf } from './blame.ts';
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

const inWords = (cause: Cause): string =>
  idsOf(cause)
    .map((id) => `${id}: ${cause[id]}`)
    .join(' with ');

/** What it all means, in sentences. */
export function conclusion(runs: readonly Run[], { causes, cutShort }: Blame): string {
  const failed = runs.filter(({ passed }) => !passed);
  if (failed.length === 0) return `The command passes under all ${runs.length} dialects.\n`;
  if (failed.length === runs.length) {
    return 'The command fails under every dialect, the default included: what is wrong has nothing to do with dialects.\n';
  }
  const found = [...causes.values()].flat();
  const points = [...new Set(found.map((cause) => idsOf(cause).join(' with ')))];
  const unexplained = failed.filter(({ label }) => !causes.get(label)?.length);
  const passing = runs.filter(({ passed }) => passed).map(({ dialect }) => dialect);
  return [
    `The command fails under ${failed.length} of ${runs.length} dialects.`,
    ...(points.length > 0 ? ['It relies on what the specification leaves open:', ''] : []),
    ...points.flatMap((ids) => relianceOn(ids.split(' with ') as OpenPointId[], found, passing)),
    ...unexplained.map(({ label }) => `No single cause was made out for ${label}.`),
    ...(cutShort
      ? ['Not every failure was narrowed down: the runs allowed for it are used up.']
      : []),
    '',
  ].join('\n');
}

function relianceOn(
  ids: readonly OpenPointId[],
  found: readonly Cause[],
  passing: readonly Dialect[],
): string[] {
  const together = ids.length > 1 ? ['  Together:'] : [];
  const lines = ids.flatMap((id) => {
    const failing = found.filter((cause) => id in cause).map((cause) => cause[id]);
    const good = passing.map((dialect) => answerTo(dialect, id));
    const point = pointById.get(id);
    return [
      `  ${id}  ${point?.question} (section ${point?.section})`,
      `    passes with ${listed(good)}, fails with ${listed(failing)}`,
    ];
  });
  return [...together, ...lines, ''];
}

const listed = (answers: readonly unknown[]): string => [...new Set(answers)].join(', ');

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
