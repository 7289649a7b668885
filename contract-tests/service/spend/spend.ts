import type { Answer } from '../../judging/talk/answer.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import type { Context } from '../drive/context.ts';
import { firstHashOf, firstLookup, lookedUpFiles } from '../drive/files.ts';
import { scenario } from '../drive/scenario.ts';
import { countClauses } from '../model/counts/counting-servers.ts';
import { isServed } from '../model/counts/counts.ts';
import { askedAgain } from '../model/counts/refills.ts';
import { burst } from '../time-limits.ts';
import { type CountPlan, countPlans } from './count-plan.ts';
import {
  ask,
  askBeside,
  call,
  callBeyond,
  callMissing,
  limitedCaller,
  served,
  waitOf,
} from './counted-call.ts';
import { asAtOnce, type PlannedCall, type PlannedCalls, plannedCalls } from './planned-calls.ts';

/** After so many calls, one with an unknown token. */
const strangersAsked = 3;

/** Makes the calls up to the last that must be served, and returns whether they were. */
async function callInTurn(
  context: Context,
  plan: CountPlan,
  calls: readonly PlannedCall[],
  first: Answer,
): Promise<boolean> {
  let { etag } = first.exchange.response.headers;
  for (const [nth, one] of calls.entries()) {
    const { hash, finds, isRepeat } = one;
    if (finds === 'nothing') await callMissing(context, { plan, hash });
    else if (finds === 'no hash') await ask(context, { plan, hash });
    else {
      // A call that is repeated, or repeats one, is sent unchanged.
      const isPlain = isRepeat || calls[nth + 1]?.isRepeat;
      const asked = isPlain ? hash : inUpperCase(context, one);
      // One that is repeated on condition that it has changed is a call like any other.
      const isConditional = isRepeat && plan.style === 'on condition';
      const way = isConditional && etag ? { headers: { 'if-none-match': etag } } : undefined;
      const answer = await call(context, { plan, hash: asked, way });
      if (!served(answer)) return false;
      etag = answer.exchange.response.headers.etag;
    }
    // It is not charged to the previous caller, which may have been another.
    if (nth < strangersAsked)
      await askBeside(context, context.callers.unknown, firstHashOf(context));
  }
  return true;
}

/** A hash of the same kind that was also found in upper case: looking it up so is a call like any other. */
function inUpperCase(context: Context, { hash, hashKind }: PlannedCall): string {
  const { analyses } = context.target;
  const alike = analyses.map((file) => hashKind && file[hashKind]?.toUpperCase());
  const found = context
    .exchanges()
    .find((one) => alike.includes(one.about.hash ?? '') && isServed(one));
  return found?.about.hash ?? hash;
}

/**
 * Makes the calls that must be refused. When a caller with requests to spare asks the same as one of the first three
 * (once that is refused, just before it, just after it), only the count differs, and that caller is served all the same.
 */
async function callRefused(
  context: Context,
  plan: CountPlan,
  calls: readonly PlannedCall[],
): Promise<void> {
  const { analyst } = context.callers;
  for (const [nth, one] of calls.entries()) {
    const isLast = nth === calls.length - 1;
    const lookup = { plan, hash: isLast ? inUpperCase(context, one) : one.hash };
    const isBeside = plan.style !== 'at once';
    const lookUp = () => askBeside(context, analyst, lookup.hash);
    const before = isBeside && nth === 1 ? lookUp() : undefined;
    const beyond = callBeyond(context, lookup);
    const after = isBeside && nth === 2 ? lookUp() : undefined;
    const answer = await beyond;
    await Promise.all([before, after]);
    if (isBeside && nth === 0 && !served(answer)) await lookUp();
  }
}

/** Uses up the remaining requests concurrently, in waves. */
async function callAtOnce(context: Context, plan: CountPlan, waves: PlannedCalls): Promise<void> {
  const answers: Answer[] = [];
  for (const wave of waves) answers.push(...(await sendAtOnce(context, plan, wave)));
  const due = waves.flat().filter(({ isBeyond }) => !isBeyond);
  const hits = due.filter(({ finds }) => finds === 'a file').map(({ hash }) => hash);
  const limited = answers.filter((one) => !served(one) && waitOf(context, one) !== undefined);
  const used = answers.filter(
    (one) =>
      !limited.includes(one) && (served(one) || !hits.includes(one.exchange.about.hash ?? '')),
  );
  // Some may have been rate-limited: the remaining requests can still be used.
  const left = plan.remaining - 1 - used.length;
  for (const answer of limited.slice(0, Math.max(0, left))) {
    await context.pause(waitOf(context, answer) ?? 0);
    if (!served(await call(context, { plan, hash: firstHashOf(context) }))) break;
  }
}

/**
 * At the same time, a caller with requests to spare asks the same: before them what is served, or after them what
 * is refused. Each is answered for itself.
 */
async function sendAtOnce(
  { callers, api }: Context,
  plan: CountPlan,
  calls: readonly PlannedCall[],
): Promise<Answer[]> {
  const hashes = calls.map(({ hash }) => hash);
  const isAfter = calls.some(({ isBeyond }) => isBeyond);
  const alike = isAfter ? hashes.slice(-1) : [...new Set(hashes)];
  const send = (caller: typeof callers.analyst, hash: string, once: boolean) =>
    Promise.resolve(
      api.send({ operation: 'lookup', caller, about: { hash }, once, atOnce: true, isFirst: true }),
    );
  const sendOthers = () => alike.map((hash) => send(callers.analyst, hash, false));
  const before = isAfter ? [] : sendOthers();
  const own = hashes.map((hash) => send(limitedCaller(plan), hash, true));
  const after = isAfter ? sendOthers() : [];
  await Promise.all([...before, ...after]);
  return Promise.all(own);
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
function lookUpBetween(context: Context): Promise<void> {
  return context.shared('lookups between', async (whole) => {
    const { api, callers, target } = whole;
    const most = Math.max(...countPlans(target.tokens.limited).map((one) => one.remaining), 0);
    const [file = {}] = target.analyses;
    const spelt = Object.values(file).map((hash) => hash.toUpperCase());
    const stated = statedHashes(whole);
    const more = Math.max(spelt.length, Math.min(most, 12) - stated.length);
    const asked = [...spelt, ...stated].slice(0, more);
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

/** Of the files that the target file names. */
function statedHashes({ target }: Context): string[] {
  return [...new Set(target.analyses.flatMap((file) => Object.values(file)))];
}

async function spend(context: Context, plan: CountPlan, planned?: PlannedCalls): Promise<void> {
  const { hash } = await firstLookup(context);
  if (!planned) return spendEmpty(context, plan, hash);
  const answer = await call(context, { plan, hash });
  const between = lookUpBetween(context);
  const isOfWaves = plan.style === 'at once';
  const isAtOnce = isSlow(context, plan);
  if (!isAtOnce) await between;
  if (served(answer)) {
    const [, ...waves] = isAtOnce && !isOfWaves ? asAtOnce(planned) : planned;
    const due = waves.filter((wave) => wave.some(({ isBeyond }) => !isBeyond));
    const refused = waves.filter((wave) => !due.includes(wave)).flat();
    if (isAtOnce || isOfWaves) {
      await callAtOnce(context, plan, due);
      await callRefused(context, plan, refused);
    } else if (await callInTurn(context, plan, due.flat(), answer))
      await callRefused(context, plan, refused);
    await untilRefused(context, plan, hash);
  }
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
  const stated = statedHashes(context);
  const refused = lookupsWith(context, plan).findLast(
    (one) => !isServed(one) && stated.includes(one.about.hash ?? ''),
  );
  if (refused) await ask(context.named(askedAgain), { plan, hash: refused.about.hash ?? '' });
}

function addUntestedParts({ evidence }: Context, plans: readonly CountPlan[]): void {
  const most = Math.max(...plans.map(({ remaining }) => remaining));
  if (!plans.some(({ style }) => style === 'at once'))
    evidence.addUntested('lookup/counts-in-parallel', 'needs a second entry in tokens.limited');
  for (const [id, least] of [
    ['lookup/misses-count', 3],
    ['lookup/repeats-count', 2],
  ] as const)
    if (most < least)
      evidence.addUntested(id, `needs an entry in tokens.limited with ${least} left`);
}

const spending = 'lookups of limited tokens';

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
      const calls = plannedCalls(plans, context.target);
      for (const [nth, plan] of plans.entries()) {
        await spend(context, plan, calls.get(plan.key));
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
