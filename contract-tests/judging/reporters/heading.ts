import { version } from '../../../src/values/package-root.ts';
import type { TargetSummary, TargetUrl } from '../run/conclusions.ts';
import type { RunResult } from '../run/result.ts';
import { cutShort } from './cut-short.ts';
import { safeCopy } from './escaped.ts';

/** The first line of every report: the kit, the target, and the origin of its URLs. */
export const heading = (target: TargetSummary): string => {
  const [first, ...others] = safeCopy(target).urls;
  const told = ({ url, from }: TargetUrl): string =>
    from === undefined ? url : `${url} (${from})`;
  const all = [
    ...(first ? [told(first)] : []),
    ...others.map((one) => `${one.area} at ${told(one)}`),
  ];
  return `abuse-feed-kit ${version()} judges ${all.join(', ')}`;
};

/** Lines under a title, indented; nothing where there are none. */
export const titled = (title: string, lines: readonly string[]): string[] =>
  withSpace(lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]);

export const withSpace = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [...lines, ''];

/** `cases planned by seed 1, thorough`. */
export const casesLine = ({ seed, thorough }: NonNullable<RunResult['cases']>): string =>
  `cases planned by seed ${seed}${thorough ? ', thorough' : ''}`;

/** Of all open points, a run can see only some. */
export const openPointsSeen = ({
  counts,
  clauses,
}: Pick<RunResult, 'counts' | 'clauses'>): string =>
  `${counts.openObserved} of ${clauses.filter(({ kind }) => kind === 'open').length}`;

export const remarkLines = ({ remarks = [] }: RunResult): string[] =>
  remarks.map(({ says }) => says);

/** The suffix of a verdict, if the run was too short to say more. */
export const verdictQualifier = ({
  verdict,
  budget,
  aborted,
}: Pick<RunResult, 'verdict' | 'budget' | 'aborted'>): string =>
  verdict === 'conforms' && budget?.isSpent
    ? ` (as far as ${budget.requests} requests show)`
    : cutShort({ aborted });
