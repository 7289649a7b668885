import type { Exchange } from '../../judging/talk/exchange.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import type { Context } from '../drive/context.ts';
import { firstHashOf, firstLookup, lookedUpFiles } from '../drive/files.ts';
import { scenario } from '../drive/scenario.ts';
import { countClauses } from '../model/counts/counting-servers.ts';
import { isServed } from '../model/counts/counts.ts';
import { askedAgain } from '../model/counts/refills.ts';
import { burst } from '../time-limits.ts';
import { askableOf, beyondHashes, type KnownHash, type Opening, statedHashes } from './askable.ts';
import { type CountedCall, type CountPlan, callsOf, countPlans } from './count-plan.ts';
import {
  ask,
  askBeside,
  call,
  callBeyond,
  callMissing,
  type LimitedLookup,
  limitedCaller,
  served,
} from './counted-call.ts';
import { spendAtOnce } from './spend-at-once.ts';

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
  let { etag } = opening.exchange.response.headers;
  for (const [nth, { kind, hash }] of calls.entries()) {
    if (kind === 'miss') await callMissing(context, { plan, hash });
    else if (kind === 'malformed') await ask(context, { plan, hash });
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
    if (nth < strangersAsked) await askBeside(context, context.callers.unknown, first);
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
  const lookUp = () => askBeside(context, context.callers.analyst, lookup.hash);
  const before = spared === 'just before it' ? lookUp() : undefined;
  const beyond = callBeyond(context, lookup);
  const after = spared === 'just after it' ? lookUp() : undefined;
  const answer = await beyond;
  await Promise.all([before, after]);
  if (spared === 'once it is refused' && !served(answer)) await lookUp();
}

/** A hash of the same kind that was also found in upper case: looking it up so is a call like any other. */
function inUpperCase(context: Context, hash: string, hits: readonly KnownHash[]): string {
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

/** Lookups of other callers after the first of a token: enough to use up a shared count. */
function lookUpBetween(context: Context, hits: readonly KnownHash[]): Promise<void> {
  return context.shared('lookups between', async (whole) => {
    const { api, callers, target } = whole;
    const most = Math.max(...countPlans(target.tokens.limited).map((one) => one.remaining), 0);
    const [file = {}] = target.analyses;
    const spelt = Object.values(file).map((hash) => hash.toUpperCase());
    const more = Math.max(spelt.length, Math.min(most, 12) - hits.length);
    const asked = [...spelt, ...hits.map(({ hash }) => hash)].slice(0, more);
    await Promise.all([
      lookedUpFiles(whole),
      ...asked.map((hash) => api.lookup(callers.analyst, hash)),
    ]);
  });
}

/** A server that takes so long gets the calls of a token at once, or its count could be filled up meanwhile. */
function isSlow(context: Context, { calls }: CountPlan): boolean {
  const lookups = context.exchanges().filter(({ operation }) => operation === 'lookup');
  const fastestMs = Math.min(...lookups.map(({ startedAt, endedAt }) => endedAt - startedAt));
  return fastestMs * calls > burst.longestMs;
}

async function spend(context: Context, plan: CountPlan): Promise<void> {
  const hits = statedHashes(context);
  const { hash: first } = await firstLookup(context);
  if (plan.style === 'empty') return spendEmpty(context, plan, first);
  const answer = await call(context, { plan, hash: first });
  const opening: Opening = { first, hits, answer };
  const between = lookUpBetween(context, hits);
  const isAtOnce = isSlow(context, plan);
  if (!isAtOnce) await between;
  if (!served(answer)) await between;
  else if (isAtOnce || plan.style === 'parallel')
    await spendAtOnce(context, plan, opening, isAtOnce);
  else await spendInTurn(context, plan, opening);
  if (served(answer)) await untilRefused(context, plan, first);
  await between;
}

/** A count that was filled up in between is used up again: without a refusal, it looks like none. */
async function untilRefused(context: Context, plan: CountPlan, hash: string): Promise<void> {
  const isRefused = (): boolean =>
    lookupsWith(context, plan)
      .slice(-leastRefusals)
      .every((one) => !isServed(one));
  for (let more = 0; more < plan.remaining + leastRefusals && !isRefused(); more += 1)
    await callBeyond(context, { plan, hash });
}

/** One refusal more than a count that begins anew because of one. */
const leastRefusals = 2;

function lookupsWith(context: Context, { key }: CountPlan): Exchange[] {
  return context
    .exchanges()
    .filter(({ caller, operation }) => caller === key && operation === 'lookup');
}

/** Asks again with a token the lookup that was refused last: a count that was filled up meanwhile shows, if there is one. */
async function askAgain(context: Context, plan: CountPlan): Promise<void> {
  const stated = statedHashes(context).map(({ hash }) => hash);
  const refused = lookupsWith(context, plan).findLast(
    (one) => !isServed(one) && stated.includes(one.about.hash ?? ''),
  );
  if (refused) await ask(context.named(askedAgain), { plan, hash: refused.about.hash ?? '' });
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

function spentPlans({ target }: Context): readonly CountPlan[] {
  return countPlans(target.tokens.limited).filter(({ style }) => style !== 'unused');
}

export const countScenarios = [
  scenario(
    spending,
    countClauses,
    async (context) => {
      const plans = spentPlans(context);
      if (plans.length === 0) throw new NotTestable('tokens.limited');
      const { analysis } = await firstLookup(context);
      if (!analysis) throw new NotTestable(`${firstHashOf(context)} is not found`);
      // One token after the other: a moment at which all counts are filled up lies in one burst, and the token before shows it.
      for (const [nth, plan] of plans.entries()) {
        await spend(context, plan);
        const before = plans[nth - 1];
        if (before) await askAgain(context, before);
      }
      addUntestedParts(context, plans);
    },
    'spend',
  ),
  scenario(
    askedAgain,
    ['lookup/stays-refused'],
    async (context) => {
      for (const plan of spentPlans(context)) await askAgain(context, plan);
    },
    'end',
  ),
];
