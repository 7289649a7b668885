import {
  type Area,
  allClauses,
  areaOf,
  sectionHeading,
} from '../../../src/spec/clauses/clauses.ts';
import { hashKinds } from '../../../src/spec/file-hashes.ts';
import { operationPlaces } from '../../../src/spec/operations.ts';
import type { Clause } from '../../judging/clause.ts';
import { filesWithin } from '../../judging/run/budget.ts';
import type { Plan, Scenario as RunScenario } from '../../judging/run/scenario.ts';
import type { PlannedRequests, Setting } from '../drive/context.ts';
import type { ExploreOptions } from '../drive/explore.ts';
import { lifeScenarios } from '../drive/lives.ts';
import { type RunStage, type Scenario, spends } from '../drive/scenario.ts';
import { scenarios } from '../drive/scenarios.ts';
import { allProbes } from '../learn/probes.ts';
import type { AbuseFeedModel } from '../model/model.ts';
import { type CountPlan, countPlans } from '../spend/count-plan.ts';
import { countScenarios, spending } from '../spend/spend.ts';
import type { Target } from '../target/target.ts';
import { order } from './order.ts';
import { asProbeScenario, asRunScenario, walkScenario } from './played.ts';

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
}

/** What a run of this service will do. */
export interface AbuseFeedPlan extends Plan, PlannedRequests {
  readonly areas: readonly Area[];
  /** Whether lookups are counted, which uses up the limited tokens. */
  readonly counts: boolean;
  /** How much of each limited token is used; empty if nothing is counted. */
  readonly spending: readonly Omit<CountPlan, 'token'>[];
  /** The random walk at the end; none if only some clauses are judged. */
  readonly explore: ExploreOptions | undefined;
  /** The scenarios of an area, as they are written. */
  checks(area: Area, stage: RunStage): readonly Scenario[];
}

/** The clauses of the specification. */
export function clausesOfService(): Clause[] {
  return allClauses().map((clause) => ({
    ...clause,
    area: areaOf(clause),
    heading: sectionHeading(clause.section),
  }));
}

function areaOfCheck({ clauses: [first] }: Scenario, all: readonly Clause[]): Area {
  return all.find(({ id }) => id === first)?.area === 'lookup' ? 'lookup' : 'feed';
}

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
function mayShow({ stage, clauses }: Scenario, point: string): boolean {
  if (spends(stage)) return shownByCounting.includes(point);
  const [about = ''] = clauses[0]?.split('/') ?? [];
  return shownBy[point.split('.')[0] ?? '']?.includes(about) ?? true;
}

/** In addition to the files that are looked up. */
const preflightRequests = 10;

/** A partly used token shows nothing, and its count in the target file becomes wrong. */
function canSpend({ tokens, analyses }: Target, budget = Number.POSITIVE_INFINITY): boolean {
  const at = order.findIndex(([name]) => name === spending);
  const before = order.slice(0, Math.max(0, at)).reduce((sum, [, requests]) => sum + requests, 0);
  const calls = countPlans(tokens.limited).reduce((sum, plan) => sum + plan.calls, 0);
  const lookups = Math.min(analyses.length, filesWithin(budget)) * hashKinds.length;
  return before + calls + lookups + preflightRequests <= budget;
}

/** The length of the random walk at the end of every run. */
const shortWalk = 30;

export function planOf(setting: Setting, options: PlanOptions = {}): AbuseFeedPlan {
  const { target } = setting;
  const { only, learn = false, skip = [], budget } = options;
  const all = clausesOfService();
  const clauses = all.filter(({ id }) => only?.includes(id) ?? true);
  const learns = (openPoint: string): boolean =>
    learn || target.expected?.answers[openPoint] !== undefined;
  const played = [...scenarios(), ...lifeScenarios(setting), ...countScenarios];
  const checks = played
    .filter((check) => whyLeftOut(check, target, options) === undefined)
    .filter((check) => isAbout(check, clauses))
    .map((check) => ({ check, area: areaOfCheck(check, all) }))
    .filter(({ area }) => target.areas.includes(area));
  const areas = (['feed', 'lookup'] as const).filter((area) =>
    checks.some((one) => one.area === area),
  );
  const counts = checks.some(({ check }) => check.stage === 'spend');
  const planned: PlannedRequests = {
    cases: { seed: options.planSeed ?? 1, thorough: options.thorough ?? false },
    learns,
    skipped: skip,
  };
  const inStage = (stage: RunStage): RunScenario<AbuseFeedModel>[] =>
    checks
      .filter(({ check }) => check.stage === stage)
      .map(({ check, area }) => asRunScenario(check, area, setting, planned));
  const probes = allProbes
    .filter(({ area, points }) => points.some(learns) && areas.includes(area))
    .map((probe, nth) => asProbeScenario(probe, nth, setting, planned));
  const exploring = areas.includes('feed') ? walkOf(options) : undefined;
  const walks = exploring ? [walkScenario(exploring, setting, planned)] : [];
  return {
    ...planned,
    clauses,
    counts,
    spending: counts ? spendingOf(target) : [],
    areas,
    explore: exploring,
    preparations: inStage('spend'),
    stages: [inStage('main'), inStage('last'), walks, probes],
    endings: inStage('end'),
    order,
    checks: (area, stage) =>
      checks
        .filter((one) => one.area === area && one.check.stage === stage)
        .map(({ check }) => check),
    budget,
    leftOut: leftOutOf(played, target, options),
  };
}

function pointsIn(clauses: readonly Clause[]): string[] {
  return clauses.flatMap(({ openPoint }) => openPoint ?? []);
}

/** Open points are observed, and not judged. */
function judgedIn(clauses: readonly Clause[]): ReadonlySet<string> {
  return new Set(clauses.filter(({ kind }) => kind !== 'open').map(({ id }) => id));
}

/** Whether a check may show one of these clauses. */
function isAbout(check: Scenario, clauses: readonly Clause[]): boolean {
  const judged = judgedIn(clauses);
  const showsClause = check.clauses.some((id) => judged.has(id));
  return showsClause || pointsIn(clauses).some((point) => mayShow(check, point));
}

function spendingOf({ tokens }: Target): AbuseFeedPlan['spending'] {
  return countPlans(tokens.limited).map(({ token: _, ...plan }) => plan);
}

/** Why the user, or the budget, leaves a scenario out; undefined for one that is played. */
function whyLeftOut(
  { stage, clauses }: Scenario,
  target: Target,
  { skip = [], noSpend = false, budget }: PlanOptions,
): string | undefined {
  if (noSpend && spends(stage)) return 'left out by --no-spend';
  if (spends(stage) && !canSpend(target, budget))
    return `a budget of ${budget} requests is too small to use limited tokens up`;
  const skipped = clauses.find((id) => skip.includes(id));
  return skipped && leftOutBySkip(skipped);
}

function leftOutBySkip(clause: string): string {
  return `left out by --skip ${clause}`;
}

/** The clauses whose requests are not sent, and why. */
function leftOutOf(
  played: readonly Scenario[],
  target: Target,
  options: PlanOptions,
): Map<string, string> {
  const leftOut = new Map<string, string>();
  for (const check of played) {
    const why = whyLeftOut(check, target, options);
    if (why !== undefined) for (const id of check.clauses) leftOut.set(id, why);
  }
  for (const id of options.skip ?? []) leftOut.set(id, leftOutBySkip(id));
  return leftOut;
}

/** The random walk that was asked for; a short one where nothing was, unless only some clauses are judged. */
function walkOf({ explore: asked, only, planSeed = 1 }: PlanOptions): ExploreOptions | undefined {
  const walk = asked ?? (only ? undefined : { requests: shortWalk });
  return walk && { seed: planSeed, ...walk };
}
