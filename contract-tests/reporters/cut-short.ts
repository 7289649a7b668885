import { plural } from '../../src/spec/listed.ts';
import type { Leftover } from '../run/cleanup.ts';
import type { RunResult } from '../run/result.ts';
import { outageLines } from '../talk/outage.ts';

/** Stands beside the number of broken clauses, which is then not that of a whole run. */
export const cutShort = ({ aborted }: Pick<RunResult, 'aborted'>): string =>
  aborted ? ' (cut short)' : '';

/** How a server stopped answering for good: the first lines of every report. */
export const endingLines = ({ outages = [] }: Pick<RunResult, 'outages'>): string[] =>
  outages.filter(({ hasComeBack }) => !hasComeBack).flatMap(outageLines);

/** One line for each report, but one for all that were not answered: their ids are in the JSON report. */
export const leftoverLines = (leftovers: readonly Leftover[]): string[] => {
  const silent = leftovers.filter(({ isUnanswered }) => isUnanswered);
  const feeds = [...new Set(silent.map(({ service }) => service))].join(', ');
  return [
    ...leftovers
      .filter(({ isUnanswered }) => !isUnanswered)
      .map(({ service, id, why }) => `${service} ${id}: ${why}`),
    ...(silent.length > 0
      ? [`${plural(silent.length, 'report')} in ${feeds}: ${silent[0]?.why ?? ''}`]
      : []),
  ];
};
