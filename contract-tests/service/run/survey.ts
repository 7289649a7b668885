import { randomUUID } from 'node:crypto';
import type { Redactor } from '../../../src/spec/traffic/secrets.ts';
import { type ConnectOptions, connectTo, type RunConnection } from '../../judging/run/connect.ts';
import type { Answer } from '../../judging/talk/answer.ts';
import { formatStart } from '../../judging/talk/format.ts';
import { casesOf } from '../cases/case-plan.ts';
import { type Risk, risksOf } from '../drive/risks.ts';
import type { Scenario } from '../drive/scenario.ts';
import { hashKinds } from '../model/known/files.ts';
import { sameRefusal } from '../model/sameness.ts';
import type { Caller } from '../requests/callers.ts';
import type { Target } from '../target/target.ts';
import { type PlanOptions, planOf } from './plan.ts';

/** What a run will do, in round numbers. */
export interface Estimate {
  readonly requests: number;
  readonly reports: number;
  /** Lookups as tokens.analyst, each of which is counted (8). */
  readonly analystLookups: number;
}

export interface SurveyedCaller {
  readonly key: string;
  /** unknown: refused like an unknown token. */
  readonly seems: 'known' | 'unknown' | 'unclear';
  readonly says: string;
}

/** What can be known before a run, without creating, deleting or using up anything. */
export interface Survey {
  readonly callers: readonly SurveyedCaller[];
  /** The response to a lookup without a token, which is not counted for any caller. */
  readonly lookup?: string;
  readonly spending: RunConnection['plan']['spending'];
  readonly estimate: Estimate;
  readonly risks: readonly Risk[];
  /** Why the server could not be reached. */
  readonly unreachable?: string;
}

/** Measured with the reference server; others need about the same. */
const each = {
  check: { requests: 14, reports: 2.2 },
  case: { requests: 10, reports: 1.2 },
  last: { requests: 25, reports: 1 },
  lookup: { requests: 5, analyst: 4 },
  deletion: 0.45,
};

const isOfCases = ({ clauses }: Scenario): boolean =>
  clauses.includes('create/keeps-tags') && clauses.includes('delete/success-means-gone');

export const estimateOf = (run: RunConnection): Estimate => {
  const { plan, target } = run;
  const main = plan.checks('feed', 'main');
  const checks = main.filter((check) => !isOfCases(check)).length;
  const last = plan.checks('feed', 'last').length;
  const cases = main.some(isOfCases)
    ? casesOf(target, run.callers, run.knownCallers, plan.cases).length
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
};

const said = ({ exchange: { response } }: Answer, { theirs }: Redactor): string =>
  formatStart({ ...response, body: theirs(response.body) });

const plannedRisks = ({ plan, target }: RunConnection, learns: boolean): readonly Risk[] => {
  const stages = ['main', 'last'] as const;
  const checks = stages.flatMap((stage) => plan.checks('feed', stage));
  return target.careful ? [] : risksOf(new Set(checks.flatMap(({ clauses }) => clauses)), learns);
};

/** Sends the fewest requests that change nothing: a fetch of a random id for each token, an anonymous lookup. */
export const survey = async (
  target: Target,
  options: PlanOptions & ConnectOptions = {},
): Promise<Survey> => {
  const run = connectTo(target, planOf(target, options), options);
  const { api, callers } = run.context('preflight', () => undefined);
  const { hiding } = run.evidence;
  const known = { spending: run.plan.spending, risks: plannedRisks(run, options.learn ?? false) };
  try {
    const seen: SurveyedCaller[] = [];
    if (run.plan.areas.includes('feed')) {
      const nothing = (caller: Caller) => api.fetch(caller, randomUUID());
      const stranger = await nothing(callers.unknown);
      for (const caller of callers.named)
        seen.push(seemsOf(caller, await nothing(caller), stranger, hiding));
    }
    const [file] = target.analyses;
    const hash = file?.sha256 ?? file?.sha512 ?? file?.blake3;
    const lookup =
      run.plan.areas.includes('lookup') && hash !== undefined
        ? said(await api.lookup(callers.nobody, hash), hiding)
        : undefined;
    const estimate = estimateOf(run);
    return { ...known, callers: seen, ...(lookup !== undefined && { lookup }), estimate };
  } catch (error) {
    const unreachable = error instanceof Error ? error.message : String(error);
    return { ...known, callers: [], estimate: estimateOf(run), unreachable };
  } finally {
    await run.client.close();
  }
};

const seemsOf = (
  { key }: Caller,
  answer: Answer,
  stranger: Answer,
  hiding: Redactor,
): SurveyedCaller => {
  const seems = sameRefusal(answer, stranger)
    ? [401, 403].includes(answer.exchange.response.status)
      ? 'unknown'
      : 'unclear'
    : 'known';
  return { key, seems, says: said(answer, hiding) };
};
