import { hashKinds } from '../../../src/spec/file-hashes.ts';
import type { Setting } from '../drive/context.ts';
import type { ExploreOptions } from '../drive/explore.ts';
import type { Scenario } from '../drive/scenario.ts';
import type { AbuseFeedPlan } from './plan.ts';

/** What a run does at most, but for what a rate limit turns away. */
export interface Estimate {
  /** If the server answers at once; what reproduces causes comes on top. */
  readonly requests: number;
  /** Requests on average. */
  readonly expected: number;
  readonly reports: number;
  /** Lookups as tokens.analyst, each of which is counted (8): a run makes no more. */
  readonly analystLookups: number;
}

/** Measured with the reference server; others need about the same. */
const each = {
  check: { requests: 14, reports: 2.2 },
  case: { requests: 10, reports: 1.2 },
  last: { requests: 25, reports: 1 },
  lookup: { requests: 7, analyst: 8 },
  deletion: 0.45,
};

/** Other servers take other ways: so much more is enough for all that were seen. */
const mostAsEstimated = 1.4;
/** Lookups for reproducing causes. */
const replayedRequests = 40;
/** Lookups of a walk: of so many requests one, and so many in a second. */
const walk = { oneIn: 4, aSecond: 20 };

/** What a walk looks up at most. */
function lookupsIn({ requests = Infinity, ms = Infinity }: Partial<ExploreOptions>): number {
  return Math.min(requests / walk.oneIn, (ms / 1000) * walk.aSecond);
}

function isLife({ name }: Scenario): boolean {
  return /^life /.test(name);
}

export function estimateOf(setting: Setting, plan: AbuseFeedPlan): Estimate {
  const { target } = setting;
  const main = plan.checks('feed', 'main');
  const cases = main.filter(isLife).length;
  const checks = main.length - cases;
  const last = plan.checks('feed', 'last').length;
  const lookups = plan.checks('lookup', 'main').length;
  const hashes = plan.areas.includes('lookup')
    ? target.analyses.flatMap((file) => hashKinds.filter((kind) => file[kind])).length
    : 0;
  const reports = Math.round(
    checks * each.check.reports + cases * each.case.reports + last * each.last.reports,
  );
  const counted = plan.spending.reduce((sum, { calls }) => sum + calls, 0);
  const all = Math.round(
    checks * each.check.requests +
      cases * each.case.requests +
      last * each.last.requests +
      lookups * each.lookup.requests +
      hashes +
      counted +
      reports * each.deletion,
  );
  const within = (count: number): number => Math.min(Math.ceil(count), plan.budget ?? Infinity);
  const walked = plan.explore ? lookupsIn(plan.explore) : 0;
  const analyst = lookups * each.lookup.analyst + hashes + walked + replayedRequests;
  return {
    requests: within(all * mostAsEstimated),
    expected: within(all),
    reports: within(reports * mostAsEstimated),
    analystLookups: plan.areas.includes('lookup') ? within(analyst) : 0,
  };
}
