import { plural } from '../../../src/values/listed.ts';
import type { Clause } from '../clause.ts';

/** A clause and its verdict. */
interface Ended extends Pick<Clause, 'id' | 'kind'> {
  readonly verdict: string;
  readonly reason?: string;
  readonly partly?: string;
}

/** The counts of clauses by verdict, for all reports. Open points are not binding. */
export interface ClauseCounts {
  readonly met: number;
  readonly broken: number;
  readonly untested: number;
  readonly waived: number;
  readonly notApplicable: number;
  /** All clauses in the requested areas, except open ones. */
  readonly judgeable: number;
  readonly openObserved: number;
  readonly openUnseen: number;
}

export function clauseCountsOf(clauses: readonly Ended[]): ClauseCounts {
  const binding = clauses.filter(({ kind }) => kind !== 'open');
  const open = clauses.filter(({ kind }) => kind === 'open');
  const count = (list: readonly Ended[], verdict: string): number =>
    list.filter((one) => one.verdict === verdict).length;
  const notApplicable = count(binding, 'not-applicable');
  return {
    met: count(binding, 'met'),
    broken: count(binding, 'broken'),
    untested: count(binding, 'not-testable'),
    waived: count(binding, 'waived'),
    notApplicable,
    judgeable: binding.length - notApplicable,
    openObserved: count(open, 'observed'),
    openUnseen: count(open, 'not-testable'),
  };
}

/** Clauses that could not be tested, for the same reason. */
export interface Untested {
  readonly reason: string;
  /** The key of the target file that would make them testable. */
  readonly key?: string;
  readonly clauses: readonly string[];
}

const missingKey = /^the target file has no ([\w.[\]]+)$/;

/** Grouped by first reason; the reason with the most clauses first. */
export function untestedBy(clauses: readonly Ended[]): Untested[] {
  const groups = new Map<string, string[]>();
  for (const { verdict, kind, reason = '', id } of clauses) {
    if (verdict !== 'not-testable' || kind === 'open') continue;
    const [first = ''] = reason.split('; ');
    groups.set(first, [...(groups.get(first) ?? []), id]);
  }
  return [...groups]
    .map(([reason, ids]) => {
      const key = missingKey.exec(reason)?.[1];
      return { reason, ...(key !== undefined && { key }), clauses: ids };
    })
    .sort((a, b) => b.clauses.length - a.clauses.length);
}

/** `partly: 31 of 179 clauses were not testable; otherService would unlock 12 of them`, or which are met in part. */
export function partlySummary(clauses: readonly Ended[]): string | undefined {
  const { untested, judgeable } = clauseCountsOf(clauses);
  const parts = clauses.filter(({ partly }) => partly !== undefined).length;
  if (untested === 0 && parts === 0) return undefined;
  if (untested === 0) return `partly: ${metSummary(clauses)}, ${parts} of them in part`;
  const were = untested === 1 ? 'was' : 'were';
  const best = untestedBy(clauses).find(({ key }) => key !== undefined);
  const unlock = best ? `; ${best.key} would unlock ${best.clauses.length} of them` : '';
  return `partly: ${untested} of ${plural(judgeable, 'clause')} ${were} not testable${unlock}`;
}

/** The clauses that are met in part, with what was not shown of them. */
export function partLines(clauses: readonly Ended[]): string[] {
  return clauses.flatMap(({ id, partly }) => (partly === undefined ? [] : `${id}: ${partly}`));
}

/** `179 of 179 clauses met`; if only open points were selected, says that they cannot be broken. */
export function metSummary(clauses: readonly Ended[]): string {
  const { met, judgeable, waived } = clauseCountsOf(clauses);
  if (judgeable === 0) return 'only open points were asked about, which no response breaks';
  return `${met} of ${judgeable} clauses met${waived > 0 ? `, ${waived} waived` : ''}`;
}
