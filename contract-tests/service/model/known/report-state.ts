import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import { sameText } from '../../../judging/talk/same-text.ts';
import type { Expectation } from '../expectation.ts';
import { differingField } from '../sameness.ts';
import type { StepFacts } from '../state.ts';
import { sideEffectClauses } from './acts.ts';
import { isUncertain, type KnownReport } from './known-report.ts';
import { setBy } from './report-value.ts';

/** It should have been found; or the first field that has changed. */
type Change = 'absent' | { readonly field: string };

/** What has happened since a report was last seen, and what a fetch shows now. */
export interface ReportState {
  /** Clauses about changes made meanwhile by the same scenario, strongest evidence first. */
  readonly after: readonly ClauseId[];
  /** The same for all changes, by any caller. */
  readonly suspects: readonly ClauseId[];
  readonly change?: Change | undefined;
  /** The clause that the change breaks. */
  readonly blame?: ClauseId;
  /** At least one caller must find it. */
  readonly isDue: boolean;
  /** Whether it says something about this report: it was not refused, and no other was returned. */
  readonly isTelling: boolean;
}

/** What a fetch or a refused deletion shows about a report, compared with what was known. */
export function reportStateOf(facts: StepFacts, expected: Expectation): ReportState | undefined {
  const { report, presence, exchange } = facts;
  if (!report || isUncertain(report) || exchange.about.report !== report.id) return undefined;
  const isDue = presence === 'there' && !report.faults.has('absent');
  const { after, suspects } = facts.known.acts.since(report, exchange);
  const known = {
    after,
    suspects: [...new Set([...suspects, ...report.changedBy])],
    isDue,
    isTelling: true,
  };
  if (exchange.operation !== 'fetch') return known;
  const change = changeIn(facts, report, isDue ? expected : undefined);
  if (change === 'unclear') return { ...known, isTelling: false };
  return change ? { ...known, change, blame: blameFor(change, facts, report, after[0]) } : known;
}

/** `expected` of who must find it, if somebody must. */
function changeIn(
  { answer, fetched, who, known: { readers } }: StepFacts,
  report: KnownReport,
  expected: Expectation | undefined,
): Change | 'unclear' | undefined {
  if (answer.outcome === 'refusal') {
    if (expected?.must === 'succeed') return 'absent';
    const isLast =
      readers.includes(who.key) &&
      readers.every((one) => one === who.key || report.refused.has(one));
    return expected && isLast ? 'absent' : 'unclear';
  }
  if (!fetched || !sameText(fetched.id, report.id)) return 'unclear';
  const { firstFetched: first, changes } = report;
  const isSettled = (name: string): boolean =>
    changes.length === 0 ||
    (first !== undefined && name in first && setBy(report, name, answer.exchange) !== undefined);
  const field = first && differingField(first, fetched, isSettled);
  return field ? { field } : undefined;
}

/** Which of these a missing or changed report breaks depends on what was seen before. */
export const storedReportClauses: readonly ClauseId[] = [
  ...sideEffectClauses,
  'fetch/repeated-fetches-agree',
  'fetch/callers-agree',
  'fetch/report-stays',
  'fetch/stored-report-is-found',
  'create/in-the-named-feed',
  'create/parallel-creates-are-all-kept',
];

/** The broken clause: determined by changes since the last fetch, or else by the caller and the time. */
function blameFor(
  change: Change,
  { who, known: { acts, feeds } }: StepFacts,
  report: KnownReport,
  act: ClauseId | undefined,
): ClauseId {
  if (change !== 'absent')
    return report.readers.has(who.key)
      ? (act ?? 'fetch/repeated-fetches-agree')
      : 'fetch/callers-agree';
  if (report.seenAt !== undefined) return act ?? 'fetch/report-stays';
  if (feeds.seen.size === 0) return 'fetch/stored-report-is-found';
  if (!feeds.seen.has(report.service)) return 'create/in-the-named-feed';
  if (acts.isOfMany(report)) return 'create/parallel-creates-are-all-kept';
  const isTouched = act !== undefined && act !== 'create/leaves-others-unchanged';
  return isTouched ? act : 'fetch/stored-report-is-found';
}
