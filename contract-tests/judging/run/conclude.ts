import { bySection } from '../../../src/spec/clauses.ts';
import { pathOf } from '../../../src/spec/document/path.ts';
import { linesOf } from '../../../src/spec/document/yaml.ts';
import { version } from '../../../src/spec/package-root.ts';
import { countedKinds, countPlans } from '../../service/counts/count-plan.ts';
import { choiceCard } from '../../service/learn/choice-card.ts';
import { type ExpectationReport, judgeExpectations } from '../../service/learn/expectations.ts';
import { withoutHidden } from '../../service/learn/hidden-points.ts';
import { observeTraits } from '../../service/learn/traits.ts';
import { noneLeft } from '../../service/model/counts/judge-counts.ts';
import type { Target } from '../../service/target/target.ts';
import type { Cause } from '../causes/cause.ts';
import { readAnswer } from '../talk/answer.ts';
import type { NoAnswer } from '../talk/client.ts';
import { outageSummary } from '../talk/outage.ts';
import { clauseCountsOf } from '../verdict/tally.ts';
import { type ClauseResult, clauseResult, verdictOf } from '../verdict/verdict.ts';
import type { Leftover } from './cleanup.ts';
import type { RunConnection } from './connect.ts';
import { answerCoverage } from './coverage.ts';
import { crashOf, crashRemarks, endingOf, unansweredReason } from './outages.ts';
import { type Remark, Remarks } from './remarks.ts';
import type { RunResult } from './result.ts';

export interface ConcludeOptions {
  readonly learn?: boolean;
  /** Untestable clauses make a run inconclusive. */
  readonly requireAll?: boolean;
  /** Exit with 1 if answers differ from the expected ones. */
  readonly strict?: boolean;
  /** Exit with 1 on 5xx responses to valid requests. */
  readonly failOn5xx?: boolean;
}

/** The verdicts on all clauses of the plan. */
export const clauseResults = (
  run: RunConnection,
  { learn = false }: ConcludeOptions,
): ClauseResult[] => {
  const { target, plan, evidence, client } = run;
  noteUnanswered(run);
  run.model.finish();
  if (learn || target.expected) observeTraits(evidence, run.reports, client.exchanges);
  const left = (id: string): boolean =>
    plan.skipped.includes(id) && evidence.findings(id).length === 0;
  return plan.clauses
    .map((clause) => {
      const result = clauseResult(clause, evidence, target);
      const reason = plan.leftOut.get(clause.id) ?? '';
      // Evidence from other scenarios is incomplete.
      return left(clause.id) ? { ...result, verdict: 'not-testable' as const, reason } : result;
    })
    .sort((a, b) => bySection(a.section, b.section));
};

const remarksOf = ({ client, reports, target }: RunConnection): Remark[] => {
  const remarks = new Remarks(target);
  for (const exchange of client.exchanges)
    if (!client.isLimit(exchange)) remarks.onAnswer(readAnswer(exchange));
  return remarks.list(reports);
};

/** Builds the result of a run. */
export const conclude = (
  run: RunConnection,
  clauses: readonly ClauseResult[],
  causes: readonly Cause[],
  leftovers: readonly Leftover[],
  { learn = false, requireAll = false, strict = false, failOn5xx = false }: ConcludeOptions = {},
): RunResult => {
  const { target, plan, evidence, client, budget } = run;
  const expectations = expectationsOf(run, strict);
  const problems = problemsOf(run);
  const { outages } = run;
  const ending = endingOf(outages);
  const died = ending && outageSummary(ending);
  const aborted = died !== undefined || run.isStopped();
  const abortReason = died ?? (aborted ? 'the run was stopped before its end' : undefined);
  const remarks = [...crashRemarks(outages), ...remarksOf(run)];
  const fails = failOn5xx && remarks.some(({ id }) => id === '5xx');
  const verdict = verdictOf({
    clauses,
    areas: target.areas,
    problems,
    aborted,
    died,
    crashed: crashOf(evidence),
    requireAll,
    isCut: budget?.isSpent ?? false,
    strict,
    expected: expectations && {
      differing: expectations.results.filter((one) => one.verdict === 'differs').length,
      unseen: expectations.results.filter((one) => one.verdict === 'not-seen').length,
    },
  });
  const all = [...client.exchanges, ...run.cleaning];
  return evidence.hiding.value({
    ...verdict,
    ...(fails && {
      exitCode: 1,
      summary: `${verdict.summary}; responses of 5xx, which end with 1 by --fail-on-5xx`,
    }),
    aborted,
    ...(abortReason !== undefined && { abortReason }),
    ...(outages.length > 0 && { outages }),
    kit: version(),
    ...(verdict.verdict === 'conforms' &&
      isUsedUp(run) && {
        summary: `${verdict.summary}; section 8 was not tried: every limited token is used up`,
      }),
    target: targetSummary(target),
    startedAt: run.startedAt.toISOString(),
    durationMs: Date.now() - run.startedAt.getTime(),
    requests: run.tried + all.length,
    cleaning: run.cleaning.length,
    cases: { seed: plan.cases.seed, thorough: plan.cases.thorough },
    ...(run.explored && { explored: run.explored }),
    ...(budget && { budget: { requests: budget.requests, isSpent: budget.isSpent } }),
    counts: clauseCountsOf(clauses),
    causes,
    clauses,
    observations: evidence.observations,
    ...(learn && {
      card: choiceCard(evidence.observations, target),
      analyses: run.model.files.all(),
    }),
    ...(expectations && { expectations }),
    problems,
    ...(plan.counts && { counting: countedKinds(countPlans(target.tokens.limited)) }),
    spending: plan.spending,
    unlocks: run.knownCallers.unlocks,
    leftovers,
    conditions: conditionsOf(run),
    remarks,
    coverage: answerCoverage(all.map((one) => readAnswer(one))),
  });
};

/** The calls that an incomplete run made with limited tokens: their counts in the target file are now wrong. */
const usedOf = ({ client, plan, budget, outages, isStopped }: RunConnection): string[] => {
  const isCut = isStopped() || endingOf(outages) !== undefined;
  if (!isCut && !budget?.isSpent) return [];
  const why = isCut ? 'The run was stopped' : 'The budget was spent';
  return plan.spending.flatMap(({ key, remaining }) => {
    // Throttled calls were not counted; some were recognised as throttled only later.
    const used = client.exchanges.filter(
      (one) => one.caller === key && !one.throttled && !client.isLimit(one),
    ).length;
    const left = Math.max(0, remaining - used);
    return used > 0 && remaining > 0 && (isCut || left > 0)
      ? [
          `${why}, and has used ${used} request${used === 1 ? '' : 's'} of ${key}: set its remaining to ${left}.`,
        ]
      : [];
  });
};

/** Whether all limited tokens were used up from the start. */
const isUsedUp = ({ plan, evidence }: RunConnection): boolean => {
  const spent = plan.spending.filter(({ calls, remaining }) => calls > 0 && remaining > 0);
  const reasons = evidence.reasons('lookup/counts-once');
  return spent.length > 0 && spent.every(({ key }) => reasons.includes(noneLeft(key)));
};

const conditionsOf = (run: RunConnection): string[] => [
  ...usedOf(run),
  ...fewConnections(run),
  ...limitMet(run.client),
];

const fewConnections = ({ atOnce }: RunConnection): string[] => {
  if (atOnce === undefined) return [];
  const number = atOnce === 1 ? 'one connection' : `${atOnce} connections`;
  const kept =
    atOnce === 1
      ? 'one was kept only while several callers used it in turn, and nothing else was sent then'
      : 'only one was kept';
  return [
    `The target serves ${number} at a time, and an idle one keeps others waiting: so ${kept}, every other request had a new one, and no more than ${Math.max(1, atOnce - 1)} at once.`,
  ];
};

const limitMet = (client: RunConnection['client']): string[] => {
  const { throttledCount, requestsPerSecond } = client.paced();
  if (throttledCount === 0) return [];
  const times = throttledCount === 1 ? 'once' : `${throttledCount} times`;
  const held =
    requestsPerSecond === undefined
      ? ''
      : `; ${requestsPerSecond.toFixed(1)} requests a second held`;
  return [
    `The target limits requests: it turned some away ${times}, which were repeated and not judged${held}.`,
  ];
};

/**
 * A request without a response says nothing about a clause, but something about its URL; unless only this
 * response was missing.
 */
const noteUnanswered = ({ evidence }: RunConnection): void => {
  for (const { clauses, error } of evidence.unanswered) {
    for (const id of clauses) evidence.untested(id, unansweredReason(error));
    if (error.outage) continue;
    const isJudged =
      error.dropped && evidence.findings(`${error.dropped.operation}/body-is-json`).length > 0;
    const key = error.url.includes('/private/sample/') ? 'analysisUrl' : 'baseUrl';
    if (!isJudged) evidence.problem({ key, message: unansweredBy(error, evidence.unanswered) });
  }
};

const unansweredBy = (error: NoAnswer, all: RunConnection['evidence']['unanswered']): string => {
  const { dropped } = error;
  if (!dropped) return `a request got no response: ${error.message}`;
  const { method, url } = dropped.request;
  const alike = all.filter((one) => one.error.dropped?.operation === dropped.operation).length;
  const more = alike > 1 ? `, and ${alike - 1} more like it` : '';
  return `${method} ${url} as ${dropped.caller} got no response${more} (${error.message}); a server that conforms responds to every request`;
};

const expectationsOf = (
  { target, evidence }: RunConnection,
  strict: boolean,
): ExpectationReport | undefined =>
  target.expected && {
    ...judgeExpectations(target.expected, withoutHidden(evidence.observations), target),
    strict,
  };

/** Adds the line of its key to each problem. */
const problemsOf = ({ target: { source }, evidence }: RunConnection): RunResult['problems'] => {
  const lineOf = source && linesOf(source.text);
  return evidence.problems.map((problem) => {
    const line = lineOf?.(pathOf(problem.key));
    return line ? { ...problem, line } : problem;
  });
};

export const targetSummary = (target: Target): RunResult['target'] => ({
  baseUrl: target.baseUrl,
  ...(target.analysisUrl !== undefined && { analysisUrl: target.analysisUrl }),
  service: target.service,
  ...(target.source && { file: target.source.file }),
  ...(target.from && { from: target.from }),
  areas: target.areas,
  pace: target.pace,
});
