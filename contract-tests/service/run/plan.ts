import {
  type Area,
  allClauses,
  areaOf,
  sectionHeading,
} from '../../../src/spec/clauses/clauses.ts';
import { operationPlaces } from '../../../src/spec/operations.ts';
import type { Clause } from '../../judging/clause.ts';
import type { Conversation, Plan, Scenario as RunScenario } from '../../judging/run/scenario.ts';
import { type Context, contextOf, type Setting } from '../drive/context.ts';
import { type ExploreOptions, explore } from '../drive/explore.ts';
import { lifeScenarios } from '../drive/lives.ts';
import { type Risk, risksOf } from '../drive/risks.ts';
import { type RunStage, type Scenario, spends } from '../drive/scenario.ts';
import { scenarios } from '../drive/scenarios.ts';
import { probes } from '../learn/probes.ts';
import type { AbuseFeedModel } from '../model/model.ts';
import { type CountPlan, countPlans } from '../spend/count-plan.ts';
import { countScenarios } from '../spend/spend.ts';
import type { Target } from '../target/target.ts';

export interface PlanOptions {
  /** Ids of the clauses to judge. Default: all. */
  readonly only?: readonly string[];
  /** Determine the target's answers to all open points that can be observed. */
  readonly learn?: boolean;
  /** The length of the random walk at the end: requests, or milliseconds. */
  readonly explore?: { readonly requests?: number; readonly ms?: number };
  /** Ids of clauses whose requests are not sent. */
  readonly skip?: readonly string[];
  /** Do not use the limited tokens. */
  readonly noSpend?: boolean;
}

/** What a run of this service will do. */
export interface AbuseFeedPlan extends Plan {
  readonly areas: readonly Area[];
  /** Whether lookups are counted, which uses up the limited tokens. */
  readonly counts: boolean;
  /** How much of each limited token is used; empty if nothing is counted. */
  readonly spending: readonly Omit<CountPlan, 'token'>[];
  /** The random walk at the end; none if only some clauses are judged. */
  readonly explore: ExploreOptions | undefined;
  /** The requests that could do harm on a faulty server. */
  readonly risks: readonly Risk[];
}

/** The clauses of the specification. */
export function clausesOfService(): Clause[] {
  return allClauses().map((clause) => ({
    ...clause,
    area: areaOf(clause),
    heading: sectionHeading(clause.section),
  }));
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

/** The length of the random walk at the end of every run. */
const shortWalk = 30;

export function planOf(setting: Setting, options: PlanOptions = {}): AbuseFeedPlan {
  const { target } = setting;
  const { only, learn = false, skip = [] } = options;
  const all = clausesOfService();
  const clauses = all.filter(({ id }) => only?.includes(id) ?? true);
  const learns = (openPoint: string): boolean =>
    learn || target.expected?.answers[openPoint] !== undefined;
  // Without the feed, nobody may live through a report.
  const lives = target.areas.includes('feed') ? lifeScenarios(setting) : [];
  const judged = [...scenarios(), ...lives, ...countScenarios];
  const areaOf = ({ area, clauses: [first] }: Scenario): Area =>
    area ?? (all.find(({ id }) => id === first)?.area === 'lookup' ? 'lookup' : 'feed');
  const checks = judged.filter(
    (one) =>
      whyLeftOut(one, options) === undefined &&
      isAbout(one, clauses) &&
      target.areas.includes(areaOf(one)),
  );
  const areas = (['feed', 'lookup'] as const).filter((area) =>
    checks.some((one) => areaOf(one) === area),
  );
  const asked = probes.filter((one) => one.points?.some(learns) && areas.includes(areaOf(one)));
  const within = (conversation: Conversation<AbuseFeedModel>): Context =>
    contextOf(conversation, setting, skip);
  const inStage = (stage: RunStage): RunScenario<AbuseFeedModel>[] =>
    [...checks, ...asked]
      .filter((one) => one.stage === stage)
      .map((one) => ({
        name: one.name,
        area: areaOf(one),
        clauses: one.clauses,
        isCounted: spends(stage),
        isProbe: stage === 'probe',
        run: (conversation) => one.run(within(conversation)),
      }));
  const exploring = areas.includes('feed') ? walkOf(options) : undefined;
  const walk = {
    name: 'walk',
    area: 'feed',
    clauses: [],
    run: async (conversation: Conversation<AbuseFeedModel>) => {
      if (exploring) conversation.model.explored = await explore(within(conversation), exploring);
    },
  };
  const counts = checks.some(({ stage }) => stage === 'spend');
  return {
    skipped: skip,
    clauses,
    counts,
    spending: counts ? spendingOf(target) : [],
    areas,
    explore: exploring,
    preparations: inStage('spend'),
    stages: [inStage('main'), inStage('last'), exploring ? [walk] : [], inStage('probe')],
    endings: inStage('end'),
    risks: target.careful ? [] : risksOf(new Set(checks.flatMap((one) => one.clauses)), learn),
    leftOut: leftOutOf(judged, options),
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

/** Why the user leaves a scenario out; undefined for one that is played. */
function whyLeftOut(
  { stage, clauses }: Scenario,
  { skip = [], noSpend = false }: PlanOptions,
): string | undefined {
  if (noSpend && spends(stage)) return 'left out by --no-spend';
  const skipped = clauses.find((id) => skip.includes(id));
  return skipped && leftOutBySkip(skipped);
}

function leftOutBySkip(clause: string): string {
  return `left out by --skip ${clause}`;
}

/** The clauses whose requests are not sent, and why. */
function leftOutOf(played: readonly Scenario[], options: PlanOptions): Map<string, string> {
  const leftOut = new Map<string, string>();
  for (const check of played) {
    const why = whyLeftOut(check, options);
    if (why !== undefined) for (const id of check.clauses) leftOut.set(id, why);
  }
  for (const id of options.skip ?? []) leftOut.set(id, leftOutBySkip(id));
  return leftOut;
}

/** The random walk that was asked for; a short one where nothing was, unless only some clauses are judged. */
function walkOf({ explore: asked, only }: PlanOptions): ExploreOptions | undefined {
  const walk = asked ?? (only ? undefined : { requests: shortWalk });
  return walk && { seed: 1, ...walk };
}
