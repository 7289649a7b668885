import { plural } from '../../../src/values/listed.ts';
import type { Clause } from '../clause.ts';
import type { JudgedTarget } from '../target.ts';
import type { Evidence, Finding, Observation, Problem } from './evidence.ts';
import { clauseCountsOf, metSummary, untestedSummary } from './tally.ts';

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
  const unexercised = evidence.whyUnexercised(clause.id);
  if (unexercised !== undefined) return { ...base, verdict: 'not-testable', reason: unexercised };
  if (times > 0) return { ...base, verdict: 'met' };
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

/** The only place that decides between conforms, violates and inconclusive. */
export function verdictOf(seen: {
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
  /** The run had a request limit: incomplete coverage is expected. */
  readonly isCut?: boolean;
  /** How many answers to open points differ from the expected ones, and how many were not seen. */
  readonly expected?: { readonly differing: number; readonly unseen: number } | undefined;
  /** Exit with 1 if answers differ from the expected ones, even if the server conforms. */
  readonly strict?: boolean;
}): RunVerdict {
  const { clauses } = seen;
  const { broken, untested } = clauseCountsOf(clauses);
  const { differing, unseen } = seen.expected ?? { differing: 0, unseen: 0 };
  const drifts = seen.strict === true && differing > 0;
  const drift = drifts ? `${driftOf(differing)}, which ends with 1 by --strict` : '';
  // Observed differences take precedence over missing observations.
  const inconclusive = (summary: string): RunVerdict => ({
    verdict: 'inconclusive',
    exitCode: drifts ? 1 : 3,
    summary: drifts ? `${summary}; ${drift}` : summary,
  });
  if (broken > 0)
    return {
      verdict: 'violates',
      exitCode: 1,
      summary:
        `${plural(broken, 'clause is', 'clauses are')} broken` +
        (seen.died !== undefined
          ? `; the run was cut short: ${seen.died}`
          : seen.aborted
            ? '; the run was stopped before its end'
            : ''),
    };
  if (seen.died !== undefined) return inconclusive(seen.died);
  if (seen.aborted) return inconclusive('stopped before the end');
  const [problem] = seen.problems;
  if (problem) return inconclusive(`${problem.key}: ${problem.message}`);
  if (seen.crashed !== undefined)
    return inconclusive(`${seen.crashed}; a server that conforms responds to every request`);
  const [area] = unexercised(clauses, seen.areas);
  if (area) return inconclusive(`nothing of the area ${area} could be exercised`);
  if (!clauses.some(({ verdict }) => verdict === 'met' || verdict === 'observed'))
    return inconclusive('nothing was exercised');
  if (seen.requireAll && untested > 0)
    return inconclusive(`${plural(untested, 'clause')} could not be tested, and all were required`);
  if (seen.requireAll && seen.endedEarly !== undefined)
    return inconclusive(`${seen.endedEarly}, and all were required`);
  if (seen.requireAll && seen.strict && unseen > 0)
    return inconclusive(
      `${plural(unseen, 'expected answer')} ${unseen === 1 ? 'was' : 'were'} not seen`,
    );
  return {
    verdict: 'conforms',
    exitCode: drifts ? 1 : 0,
    summary: [(!seen.isCut && untestedSummary(clauses)) || metSummary(clauses), drift]
      .filter(Boolean)
      .join('; '),
  };
}

function driftOf(count: number): string {
  return count === 1
    ? '1 answer is not the expected one'
    : `${count} answers are not the expected ones`;
}
