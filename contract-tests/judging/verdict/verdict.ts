import { plural } from '../../../src/values/listed.ts';
import type { Clause } from '../clause.ts';
import type { JudgedTarget } from '../target.ts';
import type { Evidence, Finding, Observation, Problem } from './evidence.ts';
import { clauseCountsOf, metSummary, partlySummary } from './tally.ts';

export type ClauseVerdict =
  | 'met'
  | 'broken'
  | 'observed'
  | 'not-testable'
  | 'not-applicable'
  | 'waived';

/** A clause and its verdict. */
export interface ClauseResult extends Clause {
  readonly verdict: ClauseVerdict;
  /** Why it was not testable, not applicable or waived. */
  readonly reason?: string;
  /** Of one that is met in part: for what it is, and for what that was not shown. */
  readonly partly?: string;
  /** How often it was met. */
  readonly times: number;
  /** In a result, the first ones. */
  readonly findings: readonly Finding[];
  /** How many there are, in a result. */
  readonly found?: number;
  readonly observations: readonly Observation[];
}

export interface RunVerdict {
  readonly verdict: 'conforms' | 'violates' | 'inconclusive';
  readonly exitCode: 0 | 1 | 3;
  /** One sentence with the reason. */
  readonly summary: string;
}

/** The findings of a clause that a result keeps: more show the same. */
const mostKept = 5;

/** A clause as a result has it: some findings, and how many there are. */
export function keptClause(clause: ClauseResult, found = clause.findings.length): ClauseResult {
  return found === 0 ? clause : { ...clause, found, findings: clause.findings.slice(0, mostKept) };
}

/** The verdict on one clause, from all evidence. Without evidence it is never met. */
export function clauseResult(
  clause: Clause,
  evidence: Evidence,
  target: JudgedTarget,
): ClauseResult {
  const findings = evidence.accusations(clause.id);
  const times = evidence.metCount(clause.id);
  const observations = clause.openPoint
    ? evidence.observations.filter(({ openPoint }) => openPoint === clause.openPoint)
    : [];
  const base = { ...clause, times, findings, observations };
  const waiver = target.waive.find((one) => one.clause === clause.id);
  if (!target.areas.includes(clause.area))
    return { ...base, verdict: 'not-applicable', reason: `areas leaves out ${clause.area}` };
  if (waiver) return { ...base, verdict: 'waived', reason: waiver.reason };
  if (clause.kind === 'open')
    return observations.length > 0
      ? { ...base, verdict: 'observed' }
      : { ...base, verdict: 'not-testable', reason: reasonOf(clause, evidence) };
  if (findings.length > 0) return { ...base, verdict: 'broken' };
  const partly = evidence.partOf(clause.id);
  if (times > 0) return { ...base, verdict: 'met', ...(partly !== undefined && { partly }) };
  return { ...base, verdict: 'not-testable', reason: reasonOf(clause, evidence) };
}

function reasonOf(clause: Clause, evidence: Evidence): string {
  return evidence.reasons(clause.id).join('; ') || 'nothing in this run showed it';
}

function unexercised(clauses: readonly ClauseResult[], areas: readonly string[]): string[] {
  return areas.filter((area) => {
    const asked = clauses.filter((one) => one.kind !== 'open' && one.area === area);
    return asked.length > 0 && !asked.some(({ verdict }) => verdict === 'met');
  });
}

/** What the verdict on a server rests on. */
interface Seen {
  readonly clauses: readonly ClauseResult[];
  readonly areas: readonly string[];
  readonly problems: readonly Problem[];
  readonly aborted: boolean;
  /** The server has stopped answering for good, which has ended the run. */
  readonly died?: string | undefined;
  /** The server has stopped at requests that never got an answer, and has come back. */
  readonly crashed?: string | undefined;
  /** What responses ended early, if the link does not explain it. */
  readonly endedEarly?: string | undefined;
  readonly requireAll: boolean;
  /** How many answers to open points differ from the expected ones, and how many were not seen. */
  readonly expected?: { readonly differing: number; readonly unseen: number } | undefined;
  /** Exit with 1 if answers differ from the expected ones, even if the server conforms. */
  readonly strict?: boolean;
}

/** The only place that decides between conforms, violates and inconclusive. */
export function verdictOf(seen: Seen): RunVerdict {
  const { broken } = clauseCountsOf(seen.clauses);
  if (broken > 0) {
    const summary = `${plural(broken, 'clause is', 'clauses are')} broken${cutShort(seen)}`;
    return { verdict: 'violates', exitCode: 1, summary };
  }
  // Observed differences take precedence over missing observations.
  const drift = driftOf(seen);
  const why = whyInconclusive(seen);
  const summary = why ?? (partlySummary(seen.clauses) || metSummary(seen.clauses));
  const exitCode = why === undefined ? 0 : 3;
  return {
    verdict: why === undefined ? 'conforms' : 'inconclusive',
    exitCode: drift === undefined ? exitCode : 1,
    summary: [summary, drift].filter(Boolean).join('; '),
  };
}

function cutShort({ died, aborted }: Seen): string {
  if (died !== undefined) return `; the run was cut short: ${died}`;
  return aborted ? '; the run was stopped before its end' : '';
}

/** Why a server of which nothing wrong was seen is not said to conform: what weighs most comes first. */
function whyInconclusive(seen: Seen): string | undefined {
  const { clauses, areas, problems, died, aborted, crashed, endedEarly, requireAll } = seen;
  if (died !== undefined) return died;
  if (aborted) return 'stopped before the end';
  const [problem] = problems;
  if (problem) return `${problem.key}: ${problem.message}`;
  if (crashed !== undefined) return `${crashed}; a server that conforms responds to every request`;
  const [area] = unexercised(clauses, areas);
  if (area) return `nothing of the area ${area} could be exercised`;
  if (!clauses.some(({ verdict }) => verdict === 'met' || verdict === 'observed'))
    return 'nothing was exercised';
  if (!requireAll) return undefined;
  const { untested } = clauseCountsOf(clauses);
  if (untested > 0)
    return `${plural(untested, 'clause')} could not be tested, and all were required`;
  if (endedEarly !== undefined) return `${endedEarly}, and all were required`;
  const unseen = seen.strict ? (seen.expected?.unseen ?? 0) : 0;
  return unseen > 0
    ? `${plural(unseen, 'expected answer')} ${unseen === 1 ? 'was' : 'were'} not seen`
    : undefined;
}

function driftOf({ strict = false, expected }: Seen): string | undefined {
  const differing = expected?.differing ?? 0;
  if (!strict || differing === 0) return undefined;
  const answers =
    differing === 1
      ? '1 answer is not the expected one'
      : `${differing} answers are not the expected ones`;
  return `${answers}, which ends with 1 by --strict`;
}
