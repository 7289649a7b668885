import { type Area, allClauses, areaOf } from '../../src/spec/clauses.ts';
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
import { hashKinds } from '../model/files.ts';
import { asClause, asRule, type JudgedClause, type OwnClause } from '../model/own-clause.ts';
import type { Rule } from '../model/rule.ts';
import type { Target } from '../target/target.ts';
import { filesWithin, leastBudget } from './budget.ts';
import { order } from './order.generated.ts';

export interface PlanOptions {
  /** Ids of the clauses to judge; all where it is absent. */
  readonly only?: readonly string[];
  /** Find out how the target answers every open point that can be seen from outside. */
  readonly learn?: boolean;
  /** The seed of the cases; 1 where it is absent. */
  readonly planSeed?: number;
  /** Cover triples of features, instead of pairs. */
  readonly thorough?: boolean;
  /** How long to walk at random after all else: requests, or milliseconds. */
  readonly explore?: { readonly requests?: number; readonly ms?: number };
  /** Ids of clauses whose requests are left out. */
  readonly skip?: readonly string[];
  /** Leave the limited tokens alone. */
  readonly noSpend?: boolean;
  /** So many requests at most, the most telling first. Cleaning up comes on top. */
  readonly budget?: number;
  /** Clauses of your own, judged beside those of the specification. */
  readonly clauses?: readonly OwnClause[];
  /** Requests of your own, made beside those of the kit. */
  readonly scenarios?: readonly OwnScenario[];
}

/** What a run is going to do. */
export interface Plan {
  readonly clauses: readonly JudgedClause[];
  /** Those of clauses beside the specification. */
  readonly rules: readonly Rule[];
  /** The areas in which there is something to check. */
  readonly areas: readonly Area[];
  checks(area: Area, stage: RunStage): readonly Scenario[];
  probes(area: Area, stage: Probe['stage']): readonly Probe[];
  /** Whether the answer to an open point is wanted that costs requests of its own. */
  learns(openPoint: string): boolean;
  readonly cases: CaseOptions;
  /** The walk at random after all else; none where only some clauses are judged. */
  readonly explore: ExploreOptions | undefined;
  /** Whether lookups are counted, which uses up the limited tokens. */
  readonly counts: boolean;
  /** What is used up of each limited token; empty where nothing is counted. */
  readonly spending: readonly Omit<CountPlan, 'token'>[];
  /** Ids of clauses that are left out on request. */
  readonly skipped: readonly string[];
  /** Why nothing is asked for a clause that is to be judged. */
  readonly leftOut: ReadonlyMap<string, string>;
  /** So many requests at most. */
  readonly budget: number | undefined;
  /** All checks and probes together. */
  readonly steps: number;
}

const areaOfCheck = ({ clauses: [first] }: Scenario, all: readonly JudgedClause[]): Area => {
  const clause = all.find(({ id }) => id === first);
  return clause ? areaOf(clause) : 'feed';
};

/** Every clause there is: those of the specification first, which no other can replace. */
const withOwn = (own: readonly OwnClause[]): readonly JudgedClause[] => {
  const ids = own.map(({ id }) => id);
  const wrong = ids.find((id, nth) => !/^own\/./.test(id) || ids.indexOf(id) !== nth);
  if (wrong !== undefined)
    throw new TypeError(
      `"${wrong}": a clause of your own has an id like own/name, and alone has it`,
    );
  return [...allClauses(), ...own.map(asClause)];
};

/** What only calls of limited tokens show; they are spent for nothing else. */
const shownByCounting = ['lookup.malformed', 'lookup.status.no-requests-left'];

/** The checks, by what their clauses are about, that show open points of one operation; others show in any. */
const shownBy: { readonly [initialState: string]: readonly string[] } = {
  create: ['create', 'report'],
  fetch: ['fetch', 'delete'],
  delete: ['delete'],
  feed: ['create', 'report', 'fetch', 'delete'],
  lookup: ['lookup', 'analysis'],
};

/** Any check of its operation may show the answer to an open point. */
const mayShow = ({ stage, clauses }: Scenario, point: string): boolean => {
  if (stage === 'first-calls' || stage === 'spend') return shownByCounting.includes(point);
  const [about = ''] = clauses[0]?.split('/') ?? [];
  return shownBy[point.split('.')[0] ?? '']?.includes(about) ?? true;
};

/** Beside the files that are looked up. */
const preflightRequests = 10;

/** Of a token that is used up in part nothing can be said, and its number in the target file is wrong. */
const canSpend = ({ tokens, analyses }: Target, budget = Number.POSITIVE_INFINITY): boolean => {
  const at = order.findIndex(([name]) => name === spending);
  const before = order.slice(0, Math.max(0, at)).reduce((sum, [, requests]) => sum + requests, 0);
  const calls = countPlans(tokens.limited).reduce((sum, plan) => sum + plan.calls, 0);
  const lookups = Math.min(analyses.length, filesWithin(budget)) * hashKinds.length;
  return before + calls + lookups + preflightRequests <= budget;
};

/** Requests of the walk that every run ends with. */
const shortWalk = 30;

export const planOf = (
  target: Target,
  options: PlanOptions & { readonly unplanned?: boolean } = {},
): Plan => {
  const { only, learn = false, planSeed = 1, thorough = false, unplanned = false } = options;
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
    rules: (options.clauses ?? []).map(asRule),
    counts,
    spending: counts ? countPlans(target.tokens.limited).map(({ token: _, ...plan }) => plan) : [],
    areas,
    learns,
    cases: { seed: planSeed, thorough, ...(unplanned && { unplanned }) },
    explore: explore && areas.includes('feed') ? { seed: planSeed, ...explore } : undefined,
    checks: (area, stage) =>
      checks
        .filter((one) => one.area === area && one.check.stage === stage)
        .map(({ check }) => check),
    probes: (area, stage) => probes.filter((one) => one.area === area && one.stage === stage),
    skipped: skip,
    budget,
    leftOut: new Map([...leftOut, ...skip.map((id) => [id, `left out by --skip ${id}`] as const)]),
    steps: checks.length + probes.length,
  };
};
