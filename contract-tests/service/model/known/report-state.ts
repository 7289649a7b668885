import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import type { Answer, JsonBody } from '../../../judging/talk/answer.ts';
import { sameText } from '../../../judging/talk/same-text.ts';
import type { Expectation } from '../expectation.ts';
import { differingField } from '../sameness.ts';
import type { ReportState } from '../step.ts';
import { type ChangesSince, sideEffectClauses } from './acts.ts';
import { isUncertain, type KnownReport, type Presence } from './known-report.ts';
import { remembered } from './remembered.ts';
import { setBy } from './report-value.ts';
import type { ModelCaller } from './who.ts';

export interface ObservedReport {
  readonly answer: Answer;
  readonly who: ModelCaller;
  readonly report: KnownReport;
  readonly fetched: JsonBody | undefined;
  readonly presence: Presence;
  readonly expected: Expectation;
  readonly isOfMany: boolean;
  readonly acts: ChangesSince;
  /** Callers of which at least one must find an existing report. */
  readonly readers: readonly string[];
  readonly feeds: { readonly seen: ReadonlySet<string> };
}

/** What a fetch or a refused deletion shows about a report, compared with what was known. */
export function reportStateOf(looking: ObservedReport): ReportState | undefined {
  const { report, answer, presence, acts } = looking;
  const { exchange } = answer;
  if (isUncertain(report) || exchange.about.report !== report.id) return undefined;
  const isDue = presence === 'there' && !report.faults.has('absent');
  const suspects = [...new Set([...acts.suspects, ...report.changedBy])];
  const base = { report, after: acts.after, suspects, isDue };
  if (exchange.operation !== 'fetch') return base;
  const change = changeIn(looking, isDue);
  if (change === 'unclear') return { ...base, isInconclusive: true };
  return change ? { ...base, change, blame: blameFor(change, looking) } : base;
}

function changeIn(
  { answer, report, fetched, expected, who, readers }: ObservedReport,
  isDue: boolean,
): ReportState['change'] | 'unclear' {
  if (answer.outcome === 'refusal') {
    if (!isDue) return 'unclear';
    if (expected.must === 'succeed') return 'absent';
    const others = readers.filter((one) => one !== who.key && !report.refused.has(one));
    const isLast = readers.includes(who.key) && others.length === 0;
    return isLast ? 'absent' : 'unclear';
  }
  if (!fetched || !sameText(fetched.id, report.id)) return 'unclear';
  const { firstFetched: first, changes } = report;
  const isSettled = (name: string): boolean =>
    changes.length === 0 ||
    (first !== undefined && name in first && setBy(report, name, answer.exchange) !== undefined);
  const field = first && differingField(first, remembered(fetched, 'Report'), isSettled);
  return field ? { field } : undefined;
}

/** Which of these a missing or changed report breaks depends on what was seen before. */
export const storedReportClauses = [
  ...sideEffectClauses,
  'fetch/repeated-fetches-agree',
  'fetch/callers-agree',
  'fetch/report-stays',
  'fetch/stored-report-is-found',
  'create/in-the-named-feed',
  'create/parallel-creates-are-all-kept',
] as const satisfies readonly ClauseId[];

/** The broken clause: determined by changes since the last fetch, or else by the caller and the time. */
function blameFor(
  change: NonNullable<ReportState['change']>,
  { report, who, acts, isOfMany, feeds }: ObservedReport,
): (typeof storedReportClauses)[number] {
  const [act] = acts.after;
  if (change !== 'absent')
    return report.readers.has(who.key)
      ? (act ?? 'fetch/repeated-fetches-agree')
      : 'fetch/callers-agree';
  if (report.seenAt !== undefined) return act ?? 'fetch/report-stays';
  if (feeds.seen.size === 0) return 'fetch/stored-report-is-found';
  if (!feeds.seen.has(report.service)) return 'create/in-the-named-feed';
  if (isOfMany) return 'create/parallel-creates-are-all-kept';
  const isTouched = act !== undefined && act !== 'create/leaves-others-unchanged';
  return isTouched ? act : 'fetch/stored-report-is-found';
}
