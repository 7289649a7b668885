import type { Answer } from '../../judging/talk/answer.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import type { Context } from '../drive/context.ts';
import { type FileLookup, firstHashOf, firstLookup, lookedUpFiles } from '../drive/files.ts';
import { scenario } from '../drive/scenario.ts';
import { countClauses } from '../model/counts/counting-servers.ts';
import { isServed } from '../model/counts/counts.ts';
import { askableOf, beyondHashes, hitsOf } from './askable.ts';
import { type CountPlan, callsOf, countPlans } from './count-plan.ts';
import { call, callBeyond, callMissing, limitedCaller, served } from './counted-call.ts';
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
    const calls = plans.map(async (plan) => [plan.key, await call(context, plan, hash)] as const);
    return new Map(await Promise.all(calls));
  });
}

async function spendInTurn(
  context: Context,
  plan: CountPlan,
  first: string,
  hits: readonly FileLookup[],
  opening: Answer,
): Promise<void> {
  const { api, callers } = context;
  let { etag } = opening.exchange.response.headers;
  const { inTurn: calls } = callsOf(plan, askableOf(context, first, hits));
  for (const [nth, { kind, hash }] of calls.entries()) {
    if (kind === 'miss') await callMissing(context, plan, hash);
    else if (kind === 'malformed') await api.lookup(limitedCaller(plan), hash, true);
    else {
      // One that is repeated on condition that it has changed is a call like any other.
      const isConditional = kind === 'repeat' && plan.style === 'distinct';
      const way = isConditional && etag ? { headers: { 'if-none-match': etag } } : undefined;
      // A call that is repeated next is sent unchanged.
      const isPlain = kind !== 'hit' || calls[nth + 1]?.kind === 'repeat';
      const asked = isPlain ? hash : inUpperCase(context, hash, hits);
      const answer = await call(context, plan, asked, false, way);
      if (!served(answer)) return;
      etag = answer.exchange.response.headers.etag;
    }
    // A call with an unknown token is not charged to the previous caller, which may have been another.
    if (nth < 3) await api.lookup(callers.unknown, first);
  }
  const beyond = beyondHashes(plan, [first, ...calls.map((one) => one.hash)], hits);
  for (const [nth, hash] of beyond.entries()) {
    const isSpelt = plan.style === 'distinct' && nth === beyond.length - 1;
    const asked = isSpelt ? inUpperCase(context, hash, hits) : hash;
    // Not even while the same is looked up for a caller with requests to spare, who gets it all the same.
    const before = nth === 1 ? api.lookup(callers.analyst, asked) : undefined;
    const refused = callBeyond(context, plan, asked);
    const after = nth === 2 ? api.lookup(callers.analyst, asked) : undefined;
    const answer = await refused;
    await Promise.all([before, after]);
    // The same call by a caller with requests to spare: only the count differs.
    if (nth === 0 && !served(answer)) await api.lookup(callers.analyst, hash);
  }
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
          await spend(context, plan, first, hits, opening);
        }
      }
      addUntestedParts(context, plans);
    },
    'spend',
  ),
];
