import { type Area, allClauses, areaOf } from '../../../src/spec/clauses.ts';
import { operationPlaces } from '../../../src/spec/operations.ts';
import { filesWithin, leastBudget } from '../../judging/run/budget.ts';
import {
  asClause,
  asRule,
  type JudgedClause,
  type OwnClause,
} from '../../judging/verdict/own-clause.ts';
import type { CaseOptions } from '../cases/case-plan.ts';
import { caseScenario } from '../cases/cases.ts';
import { type CountPlan, countPlans } from '../counts/count-plan.ts';
import { countScenarios, spending } from '../counts/spend.ts';
import type { ExploreOptions } from '../drive/explore.ts';
import { asScenario, type OwnScenario } from '../drive/own-scenario.ts';
import type { RunStage, Scenario } from '../drive/scenario.ts';
import { scenarios } from '../drive/scenarios.ts';
import type { Probe } from '../learn/probe.ts';
import { allProbes } from '../learn/probes.ts';
import { hashKinds } from '../model/known/files.ts';
import type { Target } from '../target/target.ts';
import { order } from './order.ts';

export interface PlanOptions {
  /** Ids of the clauses to judge. Default: all. */
  readonly only?: readonly string[];
  /** Determine the target's answers to all open points that can be observed. */
  readonly learn?: boolean;
  /** The seed of the cases. Default: 1. */
  readonly planSeed?: number;
  /** Cover triples of features instead of pairs. */
  readonly thorough?: boolean;
  /** The length of the random walk at the end: requests, or milliseconds. */
  readonly explore?: { readonly requests?: number; readonly ms?: number };
  /** Ids of clauses whose requests are not sent. */
  readonly skip?: readonly string[];
  /** Do not use the limited tokens. */
  readonly noSpend?: boolean;
  /** The maximum number of requests, most informative first. Cleaning up is not included. */
  readonly budget?: number;
  /** Your own clauses, judged in addition to those of the specification. */
  readonly clauses?: readonly OwnClause[];
  /** Your own requests, sent in addition to those of the kit. */
  readonly scenarios?: readonly OwnScenario[];
}

/** What a run will do. */
export type Plan = ReturnType<typeof planOf>;

const areaOfCheck = ({ clauses: [first] }: Scenario, all: readonly JudgedClause[]): Area => {
  const clause = all.find(({ id }) => id === first);
  return clause ? areaOf(clause) : 'feed';
};

/** All clauses, those of the specification first; yours cannot replace them. */
const withOwn = (own: readonly OwnClause[]): readonly JudgedClause[] => {
  const ids = own.map(({ id }) => id);
  const wrong = ids.find((id, nth) => !/^own\/./.test(id) || ids.indexOf(id) !== nth);
  if (wrong !== undefined)
    throw new TypeError(
      `"${wrong}": a clause of your own has an id like own/name, and alone has it`,
    );
  return [...allClauses(), ...own.map(asClause)];
};

/** Open points that only calls with limited tokens show; these are not used for others. */
const shownByCounting = ['lookup.malformed', 'lookup.status.no-requests-left'];

/**
 * The checks that show the open points of an operation, by the prefix of their clauses; all other open
 * points show in any check.
 */
const shownBy: { readonly [prefix: string]: readonly string[] } = {
  ...Object.fromEntries(operationPlaces.map(({ name, prefixes }) => [name, prefixes])),
  create: ['create', 'report'],
  fetch: ['fetch', 'delete'],
  feed: operationPlaces.flatMap(({ area, prefixes }) => (area === 'feed' ? prefixes : [])),
};

/** Whether a check may show the answer to an open point. */
const mayShow = ({ stage, clauses }: Scenario, point: string): boolean => {
  if (stage === 'first-calls' || stage === 'spend') return shownByCounting.includes(point);
  const [about = ''] = clauses[0]?.split('/') ?? [];
  return shownBy[point.split('.')[0] ?? '']?.includes(about) ?? true;
};

/** In addition to the files that are looked up. */
const preflightRequests = 10;

/** A partly used token shows nothing, and its count in the target file becomes wrong. */
const canSpend = ({ tokens, analyses }: Target, budget = Number.POSITIVE_INFINITY): boolean => {
  const at = order.findIndex(([name]) => name === spending);
  const before = order.slice(0, Math.max(0, at)).reduce((sum, [, requests]) => sum + requests, 0);
  const calls = countPlans(tokens.limited).reduce((sum, plan) => sum + plan.calls, 0);
  const lookups = Math.min(analyses.length, filesWithin(budget)) * hashKinds.length;
  return before + calls + lookups + preflightRequests <= budget;
};

/** The length of the random walk at the end of every run. */
const shortWalk = 30;

export const planOf = (target: Target, options: PlanOptions = {}) => {
  const { only, learn = false, planSeed = 1, thorough = false } = options;
  const { skip = [], noSpend = false, budget } = options;
  if (budget !== undefined && !(Number.isSafeInteger(budget) && budget >= leastBudget))
    throw new TypeError(`budget is ${budget}: it is a whole number of at least ${leastBudget}`);
  const { explore = only ? undefined : { requests: shortWalk } } = options;
  const all = withOwn(options.clauses ?? []);
  const clauses = all.filter(({ id }) => only?.includes(id) ?? true);
  const judged = new Set(clauses.filter(({ kind }) => kind !== 'open').map(({ id }) => id));
  const points = clauses.flatMap(({ openPoint }) => openPoint ?? []);
  const learns = (openPoint: string): boolean =>
    learn || target.expected?.answers[openPoint] !== undefined;
  const leavesOut = ({ stage, clauses }: Scenario): string | undefined => {
    const spends = stage === 'first-calls' || stage === 'spend';
    const skipped = clauses.find((id) => skip.includes(id));
    if (noSpend && spends) return 'left out by --no-spend';
    if (spends && !canSpend(target, budget))
      return `a budget of ${budget} requests is too small to use limited tokens up`;
    return skipped && `left out by --skip ${skipped}`;
  };
  const played = [
    ...scenarios(),
    caseScenario,
    ...countScenarios,
    ...(options.scenarios ?? []).map(asScenario),
  ];
  const leftOut = new Map(
    played.flatMap((check) => {
      const reason = leavesOut(check);
      return reason === undefined ? [] : check.clauses.map((id) => [id, reason] as const);
    }),
  );
  const checks = played
    .filter((check) => leavesOut(check) === undefined)
    .map((check) => ({ check, area: areaOfCheck(check, all) }))
    .filter(
      ({ check }) =>
        check.clauses.some((id) => judged.has(id)) || points.some((point) => mayShow(check, point)),
    )
    .filter(({ area }) => target.areas.includes(area));
  const areas = (['feed', 'lookup'] as const).filter((area) =>
    checks.some((one) => one.area === area),
  );
  const probes = allProbes().filter(
    ({ area, points }) => points.some(learns) && areas.includes(area),
  );
  const counts = checks.some(({ check }) => check.stage === 'spend');
  return {
    clauses,
    /** The rules of your own clauses. */
    rules: (options.clauses ?? []).map(asRule),
    /** Whether lookups are counted, which uses up the limited tokens. */
    counts,
    /** How much of each limited token is used; empty if nothing is counted. */
    spending: (counts ? countPlans(target.tokens.limited) : []).map(
      ({ token: _, ...plan }): Omit<CountPlan, 'token'> => plan,
    ),
    /** The areas with something to check. */
    areas,
    /** Whether to determine an open point that needs extra requests. */
    learns,
    cases: {
      ...{ seed: planSeed, thorough },
      // Open points may show in any of them.
      ...(only &&
        points.length === 0 && { only: caseScenario.clauses.filter((id) => judged.has(id)) }),
    } as CaseOptions,
    /** The random walk at the end; none if only some clauses are judged. */
    explore: (explore && areas.includes('feed') ? { seed: planSeed, ...explore } : undefined) as
      | ExploreOptions
      | undefined,
    checks: (area: Area, stage: RunStage): readonly Scenario[] =>
      checks
        .filter((one) => one.area === area && one.check.stage === stage)
        .map(({ check }) => check),
    probes: (area: Area): readonly Probe[] => probes.filter((one) => one.area === area),
    /** Ids of clauses that were skipped on request. */
    skipped: skip,
    /** The maximum number of requests. */
    budget,
    /** Why no requests are sent for a clause that is to be judged. */
    leftOut: new Map([...leftOut, ...skip.map((id) => [id, `left out by --skip ${id}`] as const)]),
    /** The number of checks and probes. */
    steps: checks.length + probes.length,
  };
};
