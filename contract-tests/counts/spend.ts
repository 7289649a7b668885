import { provokes } from '../checks/check.ts';
import type { Context } from '../checks/context.ts';
import { observeErrorBody } from '../checks/error-body.ts';
import { type Lookup, lookedUpFiles } from '../checks/looked-up-files.ts';
import type { Answer } from '../talk/answer.ts';
import { NotTestable } from '../talk/cut-short.ts';
import { askableOf, beyondHashes, firstHashOf, hitsOf } from './askable.ts';
import { type Call, type CountPlan, callsOf, countPlans } from './count-plan.ts';
import { countVerdicts, lostBefore, type Spent } from './count-verdict.ts';
import {
  type CountedCall,
  call,
  callerOf,
  missed,
  noneLeft,
  served,
  servedBeyond,
} from './counted-call.ts';
import { malformedSeen } from './malformed-call.ts';
import { spendAtOnce } from './spend-at-once.ts';

export const countClauses = [
  'lookup/refused-at-zero',
  'lookup/stays-refused',
  'lookup/every-call-counts',
  'lookup/counts-once',
  'lookup/misses-count',
  'lookup/repeats-count',
  'lookup/counts-in-parallel',
  'lookup/counts-per-caller',
];

/** The first call of every limited token, before anybody else looks anything up. */
const firstCalls = (context: Context): Promise<ReadonlyMap<string, CountedCall>> =>
  context.shared('first calls of limited tokens', async () => {
    const plans = countPlans(context.target.tokens.limited).filter(
      ({ style }) => style !== 'unused' && style !== 'empty',
    );
    const hash = firstHashOf(context);
    const calls = plans.map(async (plan) => [plan.key, await call(context, plan, hash)] as const);
    return new Map(await Promise.all(calls));
  });

provokes(countClauses, firstCalls, 'first-calls');

type Malformed = { readonly malformed?: ReturnType<typeof malformedSeen> };

const spendInTurn = async (
  context: Context,
  plan: CountPlan,
  first: string,
  hits: readonly Lookup[],
): Promise<Omit<Spent, 'othersBetween'> & Malformed> => {
  const calls = callsOf(plan, askableOf(context, first, hits));
  const count = (...kinds: readonly Call['kind'][]): number =>
    calls.filter(({ kind }) => kinds.includes(kind)).length;
  let malformed: Answer | undefined;
  let throttled = 0;
  let uncertain = 0;
  /** How things stood when misses began to be turned away, as they are by a limit or for want of requests. */
  let stuck: { readonly served: number; readonly throttled: number } | undefined;
  const counts = {
    plan,
    misses: count('miss', 'repeated miss'),
    repeatedMisses: count('repeated miss'),
    repeats: count('repeat'),
  };
  for (const [index, { kind, hash }] of calls.entries()) {
    if (kind === 'miss' || kind === 'repeated miss') {
      const made = await missed(context, plan, hash);
      stuck = made.uncertain > 0 ? (stuck ?? { served: index + 1, throttled }) : undefined;
      throttled += made.throttled;
      uncertain += made.uncertain;
      continue;
    }
    if (kind === 'malformed') {
      malformed = await context.api.lookup(callerOf(plan), hash, true);
      uncertain += 1;
      continue;
    }
    const made = await call(context, plan, hash);
    throttled += made.throttled;
    const early = { ...counts, refusedEarly: true, beyond: [], uncertain };
    // What refuses a hit for good, and is no limit, has refused the misses before it.
    if (!served(made.answer) && stuck && made.throttled === 0) return { ...early, ...stuck };
    if (!served(made.answer)) return { ...early, served: index + 1, throttled };
    stuck = undefined;
  }
  const beyond: boolean[] = [];
  for (const hash of beyondHashes(plan, [first, ...calls.map((one) => one.hash)], hits)) {
    const { answer } = await servedBeyond(context, plan, hash);
    beyond.push(served(answer));
    if (beyond.length === 1 && !served(answer)) await mustServeAnalyst(context, plan, hash, answer);
  }
  const ended = { beyond, throttled, refusedEarly: false };
  const seen = malformed && malformedSeen(ended, malformed);
  return {
    ...counts,
    ...ended,
    served: plan.remaining,
    uncertain,
    ...(seen && { malformed: seen }),
  };
};

/** The same call by a caller with requests to spare: only the count makes the difference. */
const mustServeAnalyst = async (
  context: Context,
  plan: CountPlan,
  hash: string,
  refusal: Answer,
): Promise<void> => {
  const { status } = refusal.exchange.response;
  context.observe('lookup.status.no-requests-left', status, refusal.exchange);
  observeErrorBody(context, refusal, 'no-requests-left');
  const other = await context.api.lookup(context.callers.analyst, hash);
  if (!served(other))
    throw new NotTestable(`${plan.key}: tokens.analyst was refused at the same moment`);
};

const spendEmpty = async (context: Context, plan: CountPlan, first: string): Promise<Spent> => {
  const answer = await context.api.lookup(callerOf(plan), first, true);
  if (!served(answer)) await mustServeAnalyst(context, plan, first, answer);
  const counts = {
    misses: 0,
    repeatedMisses: 0,
    repeats: 0,
    served: 0,
    refusedEarly: false,
    throttled: 0,
    uncertain: 0,
  };
  return { plan, ...counts, beyond: [served(answer)], othersBetween: false };
};

const untested = (context: Context, clauses: readonly string[], reason: string): void => {
  for (const id of clauses) context.evidence.untested(id, reason);
};

/** Calls of others between a first call and a second: enough to use a shared count up. */
const callsBetween = async (context: Context, hits: readonly Lookup[]): Promise<boolean> => {
  const most = Math.max(...countPlans(context.target.tokens.limited).map((p) => p.remaining), 0);
  const made = (await lookedUpFiles(context)).flatMap(({ lookups }) => lookups).length;
  const more = Math.max(0, Math.min(most, 12) - made);
  for (let index = 0; index < more; index += 1)
    await context.api.lookup(context.callers.analyst, hits[index % hits.length]?.hash ?? '');
  return made + more > 0;
};

provokes(
  countClauses,
  async (context) => {
    const { target, evidence } = context;
    const plans = countPlans(target.tokens.limited).filter(({ style }) => style !== 'unused');
    if (plans.length === 0) throw new NotTestable('tokens.limited');
    const first = firstHashOf(context);
    const hits = await hitsOf(context);
    if (hits.length === 0) throw new NotTestable('tokens.analyst finds none of the analyses');
    if (!hits.some(({ hash }) => hash === first)) throw new NotTestable('analyses[0] is not found');
    const opened = await firstCalls(context);
    const othersBetween = await callsBetween(context, hits);
    const spend = async (plan: CountPlan): Promise<(Spent & Malformed) | undefined> => {
      if (plan.style === 'empty') return spendEmpty(context, plan, first);
      const opening = opened.get(plan.key);
      if (!opening || !served(opening.answer)) {
        untested(context, countClauses, noneLeft(plan.key));
        return undefined;
      }
      const spent =
        plan.style === 'parallel'
          ? await spendAtOnce(context, plan, first, hits)
          : await spendInTurn(context, plan, first, hits);
      return { ...spent, throttled: spent.throttled + opening.throttled, othersBetween };
    };
    const all = (await Promise.all(plans.map(spend))).filter((one) => one !== undefined);
    const lost = lostBefore(all);
    if (lost !== undefined && lost >= 2) {
      for (const { plan } of all)
        evidence.problem({
          key: `${plan.key}.remaining`,
          message: `${lost} fewer were left than ${plan.remaining}, as of every limited token: were they used by a run that was stopped?`,
          ...lastOf(context, plan),
        });
      throw new NotTestable(
        'tokens.limited: every token had lost as many requests before this run',
      );
    }
    const doubt =
      lost === undefined ? '' : '; or a run that was stopped has used one of each token';
    const verdicts = countVerdicts(all);
    // Only where all else was counted exactly does one call too many tell of the malformed one.
    if (verdicts.every(({ broken }) => broken.length === 0))
      for (const { malformed } of all)
        if (malformed) context.observe('lookup.malformed', malformed.answer, malformed.exchange);
    for (const { spent, met, broken } of verdicts) {
      for (const id of met) evidence.met(id);
      for (const { clause, actual } of broken)
        evidence.broken({
          clause,
          expected: `${spent.plan.remaining} calls to be served, and no more`,
          actual: actual + doubt,
          ...lastOf(context, spent.plan),
        });
    }
    const parallel = all.some(({ plan }) => plan.style === 'parallel');
    if (!parallel)
      untested(context, ['lookup/counts-in-parallel'], 'needs a second entry in tokens.limited');
    for (const [id, seen, least] of [
      ['lookup/misses-count', all.some(({ misses }) => misses > 0), 3],
      ['lookup/repeats-count', all.some(({ repeats }) => repeats > 0), 2],
    ] as const)
      if (!seen) untested(context, [id], `needs an entry in tokens.limited with ${least} left`);
  },
  'spend',
);

const lastOf = (context: Context, plan: CountPlan) => {
  const exchange = context.exchanges().findLast(({ caller }) => caller === plan.key);
  return exchange ? { exchange } : {};
};
