import type { CommandRun } from '../../matrix/search-result.ts';
import { endOf, type SearchResult, type Trial } from '../../matrix/search-result.ts';

/** The most lines of output that are shown without being asked for. */
const usualLines = 15;

/** The output of a failing run: its end, or all of it. */
export function outputOf(run: CommandRun, all: boolean): string {
  const lines = run.output.trimEnd().split('\n');
  const shown = all ? lines : lines.slice(-usualLines);
  const left = lines.length - shown.length;
  return [
    `${run.label} failed (${run.end}):`,
    ...(left > 0 ? [`  | … ${left} lines before this; --verbose shows them`] : []),
    ...shown.map((line) => `  | ${line}`),
    '',
    '',
  ].join('\n');
}

/** The output of failing runs: once for each open point, and for each mix that no answer explains. */
export function failingOutputs({ first, answers, mixes }: SearchResult, all: boolean): string {
  const points = new Map<string, Trial>();
  for (const trial of answers) {
    if (endOf(trial) !== 'passes' && !points.has(trial.id)) points.set(trial.id, trial);
  }
  const unexplained = mixes.filter((mix) => endOf(mix) !== 'passes' && points.size === 0);
  const trials = [...points.values(), ...unexplained];
  const runs = trials.flatMap(({ runs }) => runs.filter(({ passed }) => !passed).slice(0, 1));
  const failed = first && !first.passed ? [first, ...runs] : runs;
  return failed.map((run) => outputOf(run, all)).join('');
}
