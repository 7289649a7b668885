import { hashKinds } from '../../../src/spec/file-hashes.ts';
import { casesOf } from '../cases/case-plan.ts';
import type { Setting } from '../drive/context.ts';
import type { Scenario } from '../drive/scenario.ts';
import type { AbuseFeedPlan } from './plan.ts';

/** What a run will do, in round numbers. */
export interface Estimate {
  readonly requests: number;
  readonly reports: number;
  /** Lookups as tokens.analyst, each of which is counted (8). */
  readonly analystLookups: number;
}

/** Measured with the reference server; others need about the same. */
const each = {
  check: { requests: 14, reports: 2.2 },
  case: { requests: 10, reports: 1.2 },
  last: { requests: 25, reports: 1 },
  lookup: { requests: 5, analyst: 4 },
  deletion: 0.45,
};

function isOfCases({ clauses }: Scenario): boolean {
  return clauses.includes('create/keeps-tags') && clauses.includes('delete/success-means-gone');
}

export function estimateOf(setting: Setting, plan: AbuseFeedPlan): Estimate {
  const { target, callers, knownCallers } = setting;
  const main = plan.checks('feed', 'main');
  const checks = main.filter((check) => !isOfCases(check)).length;
  const last = plan.checks('feed', 'last').length;
  const cases = main.some(isOfCases)
    ? casesOf(target, callers, knownCallers, plan.cases).length
    : 0;
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
  const requests = Math.min(all, plan.budget ?? all);
  const part = all === 0 ? 1 : requests / all;
  return {
    requests,
    reports: Math.round(reports * part),
    analystLookups: Math.round((lookups * each.lookup.analyst + hashes) * part),
  };
}
