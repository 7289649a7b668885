import { randomUUID } from 'node:crypto';
import type { Redactor } from '../../../src/traffic/redactor.ts';
import type { Caller } from '../../judging/caller.ts';
import { type ConnectOptions, Run } from '../../judging/run/run.ts';
import type { Answer } from '../../judging/talk/answer.ts';
import { formatStart } from '../../judging/talk/format.ts';
import { type AbuseFeed, abuseFeed } from '../abuse-feed.ts';
import { type Risk, risksOf } from '../drive/risks.ts';
import { sameRefusal } from '../model/sameness.ts';
import { firstHash, type Target } from '../target/target.ts';
import { type Estimate, estimateOf } from './estimate.ts';
import type { AbuseFeedPlan, PlanOptions } from './plan.ts';

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
  readonly spending: AbuseFeedPlan['spending'];
  readonly estimate: Estimate;
  readonly risks: readonly Risk[];
  /** Why the server could not be reached. */
  readonly unreachable?: string;
}

function said({ exchange: { response } }: Answer, { theirs }: Redactor): string {
  return formatStart({ ...response, body: theirs(response.body) });
}

function plannedRisks({ plan, target }: AbuseFeed, learns: boolean): readonly Risk[] {
  const stages = ['main', 'last'] as const;
  const checks = stages.flatMap((stage) => plan.checks('feed', stage));
  return target.careful ? [] : risksOf(new Set(checks.flatMap(({ clauses }) => clauses)), learns);
}

/** Sends the fewest requests that change nothing: a fetch of a random id for each token, an anonymous lookup. */
export async function survey(
  target: Target,
  options: PlanOptions & ConnectOptions = {},
): Promise<Survey> {
  const service = abuseFeed(target, options);
  const { plan, setting } = service;
  const run = new Run(service, options);
  const { api, callers } = service.context(run, 'preflight', () => undefined);
  const { hiding } = run.evidence;
  const risks = plannedRisks(service, options.learn ?? false);
  const known = { spending: plan.spending, risks, estimate: estimateOf(setting, plan) };
  try {
    const seen: SurveyedCaller[] = [];
    if (plan.areas.includes('feed')) {
      const nothing = (caller: Caller) => api.fetch(caller, randomUUID());
      const stranger = await nothing(callers.unknown);
      for (const caller of callers.named)
        seen.push(seemsOf(caller, await nothing(caller), stranger, hiding));
    }
    const hash = firstHash(target.analyses[0]);
    const lookup =
      plan.areas.includes('lookup') && hash !== undefined
        ? said(await api.lookup(callers.nobody, hash), hiding)
        : undefined;
    return { ...known, callers: seen, ...(lookup !== undefined && { lookup }) };
  } catch (error) {
    const unreachable = error instanceof Error ? error.message : String(error);
    return { ...known, callers: [], unreachable };
  } finally {
    await run.client.close();
  }
}

function seemsOf(
  { key }: Caller,
  answer: Answer,
  stranger: Answer,
  hiding: Redactor,
): SurveyedCaller {
  return { key, seems: howItSeems(answer, stranger), says: said(answer, hiding) };
}

function howItSeems(answer: Answer, stranger: Answer): SurveyedCaller['seems'] {
  if (!sameRefusal(answer, stranger)) return 'known';
  const isAboutToken = [401, 403].includes(answer.exchange.response.status);
  return isAboutToken ? 'unknown' : 'unclear';
}
