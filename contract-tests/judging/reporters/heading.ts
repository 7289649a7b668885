import { version } from '../../../src/values/package-root.ts';
import type { TargetSummary, TargetUrl } from '../run/conclusions.ts';
import type { RunResult } from '../run/result.ts';
import { safeCopy } from './safe-copy.ts';

/** The first line of every report: the kit, the target, and the origin of its URLs. */
export function heading(target: TargetSummary): string {
  const [first, ...others] = safeCopy(target).urls;
  const told = ({ url, from }: TargetUrl): string =>
    from === undefined ? url : `${url} (${from})`;
  const all = [
    ...(first ? [told(first)] : []),
    ...others.map((one) => `${one.area} at ${told(one)}`),
  ];
  return `abuse-feed-kit ${version()} judges ${all.join(', ')}`;
}

/** Lines under a title, indented; nothing where there are none. */
export function titled(title: string, lines: readonly string[]): string[] {
  return withSpace(lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]);
}

export function withSpace(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [...lines, ''];
}

/** Of all open points, a run can see only some. */
export function openPointsSeen({ counts, clauses }: Pick<RunResult, 'counts' | 'clauses'>): string {
  return `${counts.openObserved} of ${clauses.filter(({ kind }) => kind === 'open').length}`;
}

export function remarkLines({ remarks = [] }: RunResult): string[] {
  return remarks.map(({ says }) => says);
}
