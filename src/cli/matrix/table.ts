import { type Blame, failingAnswersText } from '../../matrix/blame.ts';
import { calledApi } from '../../matrix/exercised-points.ts';
import type { MatrixCommandRun, SearchResult } from '../../matrix/search-result.ts';
import type { ExitCode } from '../io.ts';

/** Dialect, result, time, and the cause of a failure. */
export function table({ runs, blamed }: SearchResult): string {
  const rows = runs.map((run) => [
    run.label,
    run.passed ? 'passed' : 'failed',
    `${(run.ms / 1000).toFixed(1)} s`,
    because(blamed, run).join(', '),
  ]);
  const all = [['dialect', 'result', 'time', 'fails because of'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`)
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

/** 3 if nothing can be concluded: a run without API calls has not exercised the dialect. */
export function exitCodeOf({ runs, stopped }: SearchResult): ExitCode {
  const idle = runs.filter(({ notes }) => !calledApi(notes)).length;
  if (idle === runs.length) return 3;
  if (runs.some(({ passed }) => !passed)) return 1;
  return idle > 0 || stopped !== undefined ? 3 : 0;
}

/** The output of failing runs, once per cause. */
export function outputs({ runs, blamed }: SearchResult, all: boolean): string {
  const printed = new Set<string>();
  return runs
    .filter((run) => {
      const { passed } = run;
      const causes = because(blamed, run);
      const isNew = causes.length === 0 || causes.some((cause) => !printed.has(cause));
      for (const cause of passed ? [] : causes) printed.add(cause);
      return !passed && isNew;
    })
    .map((run) => outputOf(run, all))
    .join('');
}

export const because = ({ causes }: Blame, { label }: MatrixCommandRun): string[] =>
  (causes.get(label) ?? []).map(failingAnswersText);

/** The output of a failing run: its end, or all of it. */
export function outputOf(run: MatrixCommandRun, all: boolean): string {
  const lines = run.output.trimEnd().split('\n');
  const excerpt = all ? lines : lines.slice(-15);
  const left = lines.length - excerpt.length;
  return [
    `${run.label} failed (${run.end}):`,
    ...(left > 0 ? [`  | … ${left} lines before this; --verbose shows them`] : []),
    ...excerpt.map((line) => `  | ${line}`),
    '',
    '',
  ].join('\n');
}
