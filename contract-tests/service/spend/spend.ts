import type { Answer } from '../../judging/talk/answer.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import type { Context } from '../drive/context.ts';
import { type FileLookup, firstHashOf, firstLookup, lookedUpFiles } from '../drive/files.ts';
import { scenario } from '../drive/scenario.ts';
import { countClauses } from '../model/counts/counting-servers.ts';
import { isServed } from '../model/counts/counts.ts';
import { askableOf, beyondHashes, hitsOf, type Opening } from './askable.ts';
import { type CountedCall, type CountPlan, callsOf, countPlans } from './count-plan.ts';
import {
  call,
  callBeyond,
  callMissing,
  type LimitedLookup,
  limitedCaller,
  served,
} from './counted-call.ts';
import { spendAtOnce } from './spend-at-once.ts';

const notFound = 'analyses[0] is not found';

/** The first call with every limited token, before other callers make many lookups. */
function firstCalls(context: Context): Promise<ReadonlyMap<string, Answer>> {
  return context.shared('first lookups of limited tokens', async () => {
    const plans = countPlans(context.target.tokens.limited).filter(
      ({ style }) => style !== 'unused' && style !== 'empty',
    );
    const { hash, analysis } = await firstLookup(context);
    if (!analysis) throw new NotTestable(notFound);
    const calls = plans.map(
      async (plan) => [plan.key, await call(context, { plan, hash })] as const,
    );
    return new Map(await Promise.all(calls));
  });
}

async function spendInTurn(context: Context, plan: CountPlan, opening: Opening): Promise<void> {
  const { first, hits } = opening;
  const { inTurn: calls } = callsOf(plan, askableOf(context, first, hits));
  const areServed = await callInTurn(context, plan, opening, calls);
  if (!areServed) return;
  const used = [first, ...calls.map(({ hash }) => hash)];
  const beyond = beyondHashes(plan, used, hits);
  for (const [nth, hash] of beyond.entries()) {
    const isRespelt = plan.style === 'distinct' && nth === beyond.length - 1;
    const asked = isRespelt ? inUpperCase(context, hash, hits) : hash;
    await callBeside(context, { plan, hash: asked }, sparingCalls[nth]);
  }
}

/** After so many calls, one with an unknown token. */
const strangersAsked = 3;

/** Makes the calls up to the last that must be served, and returns whether they were. */
async function callInTurn(
  context: Context,
  plan: CountPlan,
  { first, hits, answer: opening }: Opening,
  calls: readonly CountedCall[],
): Promise<boolean> {
  const { api, callers } = context;
  let { etag } = opening.exchange.response.headers;
  for (const [nth, { kind, hash }] of calls.entries()) {
    if (kind === 'miss') await callMissing(context, { plan, hash });
    else if (kind === 'malformed') await api.lookup(limitedCaller(plan), hash, true);
    else {
      // A call that is repeated next is sent unchanged.
      const isRespelt = kind === 'hit' && calls[nth + 1]?.kind !== 'repeat';
      const asked = isRespelt ? inUpperCase(context, hash, hits) : hash;
      // One that is repeated on condition that it has changed is a call like any other.
      const isConditional = kind === 'repeat' && plan.style === 'distinct';
      const way = isConditional && etag ? { headers: { 'if-none-match': etag } } : undefined;
      const answer = await call(context, { plan, hash: asked, way });
      if (!served(answer)) return false;
      etag = answer.exchange.response.headers.etag;
    }
    // It is not charged to the previous caller, which may have been another.
    if (nth < strangersAsked) await api.lookup(callers.unknown, first);
  }
  return true;
}

/**
 * When a caller with requests to spare looks up the same as each call beyond the last: only the count differs, and
 * that caller gets it all the same. The calls after these are made alone.
 */
const sparingCalls = ['once it is refused', 'just before it', 'just after it'] as const;

async function callBeside(
  context: Context,
  lookup: LimitedLookup,
  spared: (typeof sparingCalls)[number] | undefined,
): Promise<void> {
  const { api, callers } = context;
  const lookUp = () => api.lookup(callers.analyst, lookup.hash);
  const before = spared === 'just before it' ? lookUp() : undefined;
  const beyond = callBeyond(context, lookup);
  const after = spared === 'just after it' ? lookUp() : undefined;
  const answer = await beyond;
  await Promise.all([before, after]);
  if (spared === 'once it is refused' && !served(answer)) await lookUp();
}

/** A hash of the same kind that was also found in upper case: looking it up so is a call like any other. */
function inUpperCase(context: Context, hash: string, hits: readonly FileLookup[]): string {
  const kind = hits.find((one) => one.hash === hash)?.kind;
  const alike = hits.filter((one) => one.kind === kind).map((one) => one.hash.toUpperCase());
  const found = context
    .exchanges()
    .find((one) => alike.includes(one.about.hash ?? '') && isServed(one));
  return found?.about.hash ?? hash;
}

async function spendEmpty(
  { api, callers }: Context,
  plan: CountPlan,
  first: string,
): Promise<void> {
  const answer = await api.lookup(limitedCaller(plan), first, true);
  if (!served(answer)) await api.lookup(callers.analyst, first);
}

/** Lookups of other callers between a first call and a second: enough to use up a shared count. */
async function lookUpBetween(context: Context, hits: readonly FileLookup[]): Promise<void> {
  const most = Math.max(...countPlans(context.target.tokens.limited).map((p) => p.remaining), 0);
  const made = (await lookedUpFiles(context)).flatMap(({ lookups }) => lookups).length;
  const more = Math.max(0, Math.min(most, 12) - made);
  for (let index = 0; index < more; index += 1)
    await context.api.lookup(context.callers.analyst, hits[index % hits.length]?.hash ?? '');
}

function addUntestedParts({ evidence }: Context, plans: readonly CountPlan[]): void {
  const most = Math.max(...plans.map(({ remaining }) => remaining));
  if (!plans.some(({ style }) => style === 'parallel'))
    evidence.addUntested('lookup/counts-in-parallel', 'needs a second entry in tokens.limited');
  for (const [id, least] of [
    ['lookup/misses-count', 3],
    ['lookup/repeats-count', 2],
  ] as const)
    if (most < least)
      evidence.addUntested(id, `needs an entry in tokens.limited with ${least} left`);
}

export const spending = 'lookups of limited tokens';

export const countScenarios = [
  scenario('first lookups of limited tokens', countClauses, firstCalls, 'first-calls'),
  scenario(
    spending,
    countClauses,
    async (context) => {
      const plans = countPlans(context.target.tokens.limited).filter(
        ({ style }) => style !== 'unused',
      );
      if (plans.length === 0) throw new NotTestable('tokens.limited');
      const first = firstHashOf(context);
      const hits = await hitsOf(context);
      if (hits.length === 0) throw new NotTestable('tokens.analyst finds none of the analyses');
      if (!hits.some(({ hash }) => hash === first)) throw new NotTestable(notFound);
      const opened = await firstCalls(context);
      await lookUpBetween(context, hits);
      // One token after the other: who asked last is then known.
      for (const plan of plans) {
        const opening = opened.get(plan.key);
        if (plan.style === 'empty') await spendEmpty(context, plan, first);
        else if (opening && served(opening)) {
          const spend = plan.style === 'parallel' ? spendAtOnce : spendInTurn;
          await spend(context, plan, { first, hits, answer: opening });
        }
      }
      addUntestedParts(context, plans);
    },
    'spend',
  ),
];
