import { pathOf } from '../../../src/document/path.ts';
import { linesOf } from '../../../src/document/yaml.ts';
import { plural } from '../../../src/values/listed.ts';
import { version } from '../../../src/values/package-root.ts';
import { bySection } from '../../../src/values/section-order.ts';
import type { Cause } from '../causes/cause.ts';
import type { NoAnswer } from '../talk/client.ts';
import { outageSummary } from '../talk/outage.ts';
import type { Debatable, Evidence } from '../verdict/evidence.ts';
import { clauseCountsOf } from '../verdict/tally.ts';
import {
  type ClauseResult,
  clauseResult,
  keptClause,
  type RunVerdict,
  verdictOf,
} from '../verdict/verdict.ts';
import type { CleanedUp } from './cleanup.ts';
import type { ConcludeOptions, Conclusions, Remark } from './conclusions.ts';
import { CoverageCount } from './coverage.ts';
import { earlyEnds } from './lost-responses.ts';
import { crashOf, crashRemarks, endingOf, unansweredReason } from './outages.ts';
import type { RunResult } from './result.ts';
import type { Run } from './run.ts';

/** The verdicts on all clauses of the plan. */
export function clauseResults(run: Run, { learn = false }: ConcludeOptions): ClauseResult[] {
  const { service, plan, evidence } = run;
  noteUnanswered(run);
  run.model.finish();
  service.observeWhole?.(run, learn);
  const isLeftOut = (id: string): boolean =>
    plan.skipped.includes(id) && evidence.findings(id).length === 0;
  return plan.clauses
    .map((clause) => {
      const result = clauseResult(clause, evidence, service.target);
      const reason = plan.leftOut.get(clause.id) ?? '';
      // Evidence from other scenarios is incomplete.
      return isLeftOut(clause.id)
        ? { ...result, verdict: 'not-testable' as const, reason }
        : result;
    })
    .sort((a, b) => bySection(a.section, b.section));
}

/** A run that is over, and what was found. */
export interface EndedRun {
  readonly run: Run;
  readonly clauses: readonly ClauseResult[];
  readonly causes: readonly Cause[];
  readonly cleaning: CleanedUp;
}

/** What a service adds that has nothing to add. */
const none: Conclusions = { spending: [], unlocks: [], conditions: [] };

/** Builds the result of a run. */
export function conclude(
  { run, clauses, causes, cleaning }: EndedRun,
  options: ConcludeOptions = {},
): RunResult {
  const { requireAll = false, strict = false, failOn5xx = false } = options;
  const { service, evidence, client, outages } = run;
  const concluded = service.conclusions?.(run, options) ?? none;
  const { caveat, conditions, remarks: own = [], ...conclusions } = concluded;
  const { expectations } = conclusions;
  const problems = problemsOf(run);
  const early = earlyEnds(run);
  const ending = endingOf(outages);
  const died = ending && outageSummary(ending);
  const aborted = died !== undefined || run.isStopped;
  const abortReason = died ?? (aborted ? 'the run was stopped before its end' : undefined);
  const fails = failOn5xx && own.some(({ id }) => id === '5xx');
  const verdict = verdictOf({
    clauses,
    areas: service.target.areas,
    problems,
    aborted,
    died,
    crashed: crashOf(evidence),
    endedEarly: early.summary,
    requireAll,
    strict,
    expected: expectations && {
      differing: expectations.results.filter((one) => one.verdict === 'differs').length,
      unseen: expectations.results.filter((one) => one.verdict === 'not-seen').length,
    },
  });
  const additions = [
    ...(fails ? ['responses of 5xx, which end with 1 by --fail-on-5xx'] : []),
    ...(caveat !== undefined && verdict.verdict === 'conforms' ? [caveat] : []),
  ];
  const all = [...client.exchanges, ...cleaning.exchanges];
  const counted = new CoverageCount(service.operations);
  for (const one of all) counted.add(one);
  const { startedAt } = run;
  const coverage = counted.entries;
  const judged = resultOf({ service, evidence, startedAt, clauses, causes, verdict, coverage });
  // A reader of the JSON report sees first whether the run came to its end.
  const ended = {
    ...verdict,
    ...(fails && { exitCode: 1 as const }),
    summary: [verdict.summary, ...additions].join('; '),
    aborted,
    ...(abortReason !== undefined && { abortReason }),
    ...(outages.length > 0 && { outages }),
  };
  const result: RunResult = {
    ...ended,
    ...judged,
    ...ended,
    requests: all.length,
    cleaning: cleaning.exchanges.length,
    ...conclusions,
    problems,
    leftovers: cleaning.leftovers,
    conditions: [...conditions, ...limitMet(run), ...early.conditions],
    remarks: [...crashRemarks(outages), ...early.remarks, ...judged.remarks, ...own],
  };
  return evidence.hiding.value(result);
}

/** What a service calls what is created, and the requests that are counted. */
export function wordsOf({
  created,
  countedWords = ['request', 'requests'],
}: Pick<Run['service'], 'created' | 'countedWords'>): RunResult['words'] {
  return { created: created.words, counted: countedWords };
}

/** What was judged, and with which result. */
interface Judged extends Pick<Run, 'service' | 'evidence' | 'startedAt'> {
  readonly clauses: readonly ClauseResult[];
  readonly verdict: RunVerdict;
  readonly causes: readonly Cause[];
  readonly coverage: RunResult['coverage'];
  /** How often a clause is broken, where its findings are not all kept. */
  readonly found?: (clause: string) => number;
}

/** The result of what was judged, whoever sent the requests. */
export function resultOf(judged: Judged): RunResult & Required<Pick<RunResult, 'remarks'>> {
  const { service, evidence, startedAt, clauses, verdict, causes, coverage, found } = judged;
  return {
    ...verdict,
    kit: version(),
    target: service.summary,
    words: wordsOf(service),
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    requests: 0,
    cleaning: 0,
    counts: clauseCountsOf(clauses),
    causes,
    clauses: clauses.map((one) => keptClause(one, found?.(one.id))),
    ...(service.clauses.sections && { sections: service.clauses.sections }),
    observations: evidence.observations,
    problems: [],
    spending: [],
    unlocks: [],
    leftovers: [],
    remarks: debatableRemarks(evidence, clauses),
    coverage,
    aborted: false,
  };
}

function limitMet({ client }: Run): string[] {
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
}

/**
 * A request without a response says nothing about a clause, but something about its URL; unless only this
 * response was missing.
 */
function noteUnanswered({ evidence, service }: Run): void {
  for (const { clauses, error } of evidence.unanswered) {
    for (const id of clauses) evidence.addUntested(id, unansweredReason(error));
    if (error.outage) continue;
    const isJudged = service.clauses.rules.some(
      ({ id, on, judgesUnreadable }) =>
        judgesUnreadable && on === error.dropped?.operation && evidence.findings(id).length > 0,
    );
    const key = service.keyOf(error.url);
    if (!isJudged) evidence.addProblem({ key, message: unansweredBy(error, evidence.unanswered) });
  }
}

function unansweredBy(error: NoAnswer, all: Run['evidence']['unanswered']): string {
  const { dropped } = error;
  if (!dropped) return `a request got no response: ${error.message}`;
  const { method, url } = dropped.request;
  const alike = all.filter((one) => one.error.dropped?.operation === dropped.operation).length;
  const more = alike > 1 ? `, and ${alike - 1} more like it` : '';
  return `${method} ${url} as ${dropped.caller} got no response${more} (${error.message}); a server that conforms responds to every request`;
}

/** Adds the line of its key to each problem. */
function problemsOf({ service, evidence }: Run): RunResult['problems'] {
  const { source } = service.target;
  const lineOf = source && linesOf(source.text);
  return evidence.problems.map((problem) => {
    const line = lineOf?.(pathOf(problem.key));
    return line ? { ...problem, line } : problem;
  });
}

/** What breaks a clause by one reading of its section only, as remarks; of what is broken anyway, nothing. */
function debatableRemarks({ debatable }: Evidence, clauses: readonly ClauseResult[]): Remark[] {
  return clauses.flatMap((clause) =>
    debatable
      .filter((one) => one.clause === clause.id && clause.verdict === 'met')
      .map((one) => remarkOn(clause, one)),
  );
}

function remarkOn(
  { id, section }: ClauseResult,
  { expected, actual, times, exchange }: Debatable,
): Remark {
  const { method, url } = exchange?.request ?? {};
  const such = exchange ? `, such as ${method} ${url} as ${exchange.caller}` : '';
  return {
    id,
    section,
    says: `Section ${section} can be read to demand ${expected}; what came is ${actual} (${plural(times, 'time')}${such}). In doubt for the server, it is no fault: ${id}.`,
  };
}
