import { askedWaitMs } from '../../../src/traffic/retry-after.ts';
import type { Caller } from '../../judging/caller.ts';
import type { Answer } from '../../judging/talk/answer.ts';
import { asksToWait, type RequestEncoding, saysWhen } from '../../judging/talk/exchange.ts';
import type { Context } from '../drive/context.ts';
import { isServed } from '../model/counts/counts.ts';
import { isLimited } from '../requests/callers.ts';
import { madeUpHash } from '../requests/made-up.ts';
import type { CountPlan } from './count-plan.ts';

export function served({ exchange }: Answer): boolean {
  return isServed(exchange);
}

/** Of a limit that is known to end, as those by the minute do, and of others. */
const longestWaitMs = { atLimit: 60_000, else: 10_000 };
const usualRepeats = 3;
/** A rate limit says nothing about the count, so the call is repeated until it is served. */
const repeatsAtLimit = 12;

function triesFor(context: Context, { exchange }: Answer): number {
  return context.isLimit(exchange) ? repeatsAtLimit : usualRepeats;
}

/** How long the server asks to wait; undefined for long waits, such as until the next hour. */
export function waitOf(context: Context, { exchange }: Answer): number | undefined {
  const { response } = exchange;
  const isLimit = context.isLimit(exchange);
  if (!asksToWait(exchange) && !isLimit) return undefined;
  const waitMs = askedWaitMs(response.headers, Date.now()) ?? 1000;
  return waitMs <= longestWaitMs[isLimit ? 'atLimit' : 'else'] ? waitMs : undefined;
}

export function limitedCaller(plan: CountPlan): Caller {
  return {
    key: plan.key,
    authorization: plan.token,
  };
}

/** A lookup with a limited token. */
export interface LimitedLookup {
  readonly plan: CountPlan;
  readonly hash: string;
  readonly way?: RequestEncoding | undefined;
  /** Whether it repeats one that may have been turned away by a rate limit. */
  readonly isRetry?: boolean;
}

/** Goes before all others: a token is used up in one burst, faster than any count is filled up. */
export function ask(context: Context, { plan, hash, way, isRetry = false }: LimitedLookup) {
  return context.api.send({
    ...(way && { way }),
    operation: 'lookup',
    caller: limitedCaller(plan),
    about: { hash },
    once: true,
    isFirst: true,
    ...(isRetry && { isRetry }),
  });
}

/** A lookup of somebody else in such a burst. */
export function askBeside({ api }: Context, caller: Caller, hash: string) {
  return api.send({ operation: 'lookup', caller, about: { hash }, isFirst: true });
}

/** Asks again as long as it says how long to wait before. */
async function askWhile(
  context: Context,
  lookup: LimitedLookup,
  waitBefore: (answer: Answer, tries: number) => number | undefined,
): Promise<Answer> {
  let answer = await ask(context, lookup);
  for (let tries = 0; ; tries += 1) {
    const wait = waitBefore(answer, tries);
    if (wait === undefined) return answer;
    await context.pause(wait);
    answer = await ask(context, { ...lookup, isRetry: true });
  }
}

/** Retries a refusal that may be a rate limit: only one that persists is about the count. */
export function call(context: Context, lookup: LimitedLookup): Promise<Answer> {
  return askWhile(context, lookup, (answer, tries) =>
    served(answer) || tries >= triesFor(context, answer) ? undefined : waitOf(context, answer),
  );
}

/** The status of a miss for a caller with requests to spare: it may be 429 or 503 (4.4). */
function statusOfMiss(context: Context): Promise<number> {
  return context.shared('status of a miss', async () => {
    const answer = await context.api.lookup(context.callers.analyst, hashToMiss(context));
    return answer.exchange.response.status;
  });
}

/** A miss looks like a refusal: if it may have been rate-limited, it may not have been counted. */
export async function callMissing(context: Context, lookup: LimitedLookup): Promise<void> {
  const usual = await statusOfMiss(context);
  await askWhile(context, lookup, (answer, tries) => {
    const isUsual = answer.exchange.response.status === usual;
    const isLimit = saysWhen(answer.exchange) || context.isLimit(answer.exchange);
    const isMiss = isUsual && !isLimit;
    return isMiss || tries >= triesFor(context, answer) ? undefined : waitOf(context, answer);
  });
}

function hashToMiss({ target }: Context): string {
  return target.unknownHash ?? madeUpHash();
}

/** A refusal is expected here; it counts as a rate limit only if the server throttles other callers too. */
export async function callBeyond(context: Context, lookup: LimitedLookup): Promise<Answer> {
  // The rate limit and the count may refuse with the same text: if it persists, it is a refusal.
  const answer = await askWhile(context, lookup, (one, tries) =>
    tries < repeatsAtLimit && context.isLimit(one.exchange)
      ? (waitOf(context, one) ?? 0)
      : undefined,
  );
  if (served(answer)) return answer;
  const wait = waitOf(context, answer);
  const throttles = context
    .exchanges()
    .some(({ throttled, caller }) => throttled && !isLimited(caller));
  if (wait === undefined || !saysWhen(answer.exchange) || !throttles) return answer;
  await context.pause(wait);
  return ask(context, { ...lookup, isRetry: true });
}
