import type { Context } from '../checks/context.ts';
import { type Answer, analysisIn } from '../talk/answer.ts';
import type { Caller } from '../talk/callers.ts';
import { madeUpHash } from '../talk/made-up.ts';
import { asksToWait, retryAfterMs } from '../talk/pace/turned-away.ts';
import type { CountPlan } from './count-plan.ts';

export const served = ({ json }: Answer): boolean => analysisIn(json) !== undefined;

const longestWaitMs = 10_000;
const again = 3;
/** What a limit turns away says nothing of the count, so it is asked for until it is served. */
const againAtLimit = 12;

const triesFor = (context: Context, { exchange }: Answer): number =>
  context.isLimit(exchange) ? againAtLimit : again;

/** How long the server asks to wait; longer waits, such as for the next hour, are not made. */
export const waitOf = (context: Context, { exchange }: Answer): number | undefined => {
  const { response } = exchange;
  if (!asksToWait(exchange) && !context.isLimit(exchange)) return undefined;
  const told = retryAfterMs(response.headers['retry-after'], Date.now()) ?? 1000;
  return told <= longestWaitMs ? told : undefined;
};

export const saysWhen = ({ exchange }: Answer): boolean =>
  exchange.response.headers['retry-after'] !== undefined;

/** Why nothing could be counted. */
export const noneLeft = (key: string): string => `${key} had no requests left at its first call`;

export const callerOf = (plan: CountPlan): Caller => ({ key: plan.key, authorization: plan.token });

/** A counted call, and how often the target asked to repeat it later. */
export interface CountedCall {
  readonly answer: Answer;
  readonly throttled: number;
}

/** A refusal that may be a rate limit is asked again: only one that stays is about the count. */
export const call = async (
  context: Context,
  plan: CountPlan,
  hash: string,
): Promise<CountedCall> => {
  let answer = await context.api.lookup(callerOf(plan), hash, true);
  let throttled = 0;
  for (let tries = 0; tries < triesFor(context, answer); tries += 1) {
    const wait = served(answer) ? undefined : waitOf(context, answer);
    if (wait === undefined) break;
    await context.pause(wait);
    if (saysWhen(answer) || context.isLimit(answer.exchange)) throttled += 1;
    answer = await context.api.lookup(callerOf(plan), hash, true);
    if (served(answer) && throttled === 0) throttled = 1;
  }
  return { answer, throttled };
};

/** The status of a miss for a caller with requests to spare: a 429 or 503 may be just that (4.4). */
const statusOfMiss = (context: Context): Promise<number> =>
  context.shared('status of a miss', async () => {
    const answer = await context.api.lookup(context.callers.analyst, miss(context));
    return answer.exchange.response.status;
  });

/** A miss looks like a refusal, so where a rate limit may have refused it, it may not have counted. */
export const missed = async (
  context: Context,
  plan: CountPlan,
  hash: string,
): Promise<{ readonly throttled: number; readonly uncertain: number }> => {
  const usual = await statusOfMiss(context);
  for (let throttled = 0; ; throttled += 1) {
    const answer = await context.api.lookup(callerOf(plan), hash, true);
    const wait = waitOf(context, answer);
    if (wait === undefined) return { throttled, uncertain: 0 };
    const isLimit = context.isLimit(answer.exchange);
    if (!saysWhen(answer) && !isLimit && answer.exchange.response.status === usual)
      return { throttled, uncertain: 0 };
    if (throttled >= triesFor(context, answer)) return { throttled, uncertain: 1 };
    await context.pause(wait);
  }
};

export const miss = ({ target }: Context): string => target.unknownHash ?? madeUpHash();

/** A refusal is expected here; it is taken for a rate limit only if the server throttles others too. */
export const servedBeyond = async (
  context: Context,
  plan: CountPlan,
  hash: string,
): Promise<CountedCall> => {
  const answer = await context.api.lookup(callerOf(plan), hash, true);
  // The limit and the count may refuse in the same words: what stays so is a refusal.
  if (context.isLimit(answer.exchange)) return call(context, plan, hash);
  const wait = served(answer) || !saysWhen(answer) ? undefined : waitOf(context, answer);
  const throttles = context
    .exchanges()
    .some(({ throttled, caller }) => throttled && !caller.startsWith('tokens.limited'));
  if (wait === undefined || !throttles) return { answer, throttled: 0 };
  await context.pause(wait);
  return { answer: await context.api.lookup(callerOf(plan), hash, true), throttled: 1 };
};
