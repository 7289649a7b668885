import type { Context } from '../checks/context.ts';
import type { Lookup } from '../checks/looked-up-files.ts';
import { askableOf, beyondHashes } from './askable.ts';
import { type CountPlan, callsOf } from './count-plan.ts';
import type { Spent } from './count-verdict.ts';
import { call, callerOf, saysWhen, served, waitOf } from './counted-call.ts';

/** All that a token has left, asked for at the same time. */
export const spendAtOnce = async (
  context: Context,
  plan: CountPlan,
  first: string,
  hits: readonly Lookup[],
): Promise<Omit<Spent, 'othersBetween'>> => {
  const due = callsOf(plan, askableOf(context, first, hits)).map(({ hash }) => hash);
  const calls = [...due, ...beyondHashes(plan, [first, ...due], hits)];
  const answers = await Promise.all(
    calls.map((hash) => Promise.resolve(context.api.lookup(callerOf(plan), hash, true))),
  );
  let got = 1 + answers.filter(served).length;
  const waits = answers
    .filter((answer) => !served(answer))
    .map((answer) => waitOf(context, answer));
  let throttled = 0;
  // Some may have been turned away by a rate limit: what is left then can still be had.
  while (got < plan.remaining && throttled < waits.length && waits[throttled] !== undefined) {
    await context.pause(waits[throttled] ?? 0);
    const { answer } = await call(context, plan, first);
    if (!served(answer)) break;
    throttled += 1;
    got += 1;
  }
  const asked = answers.filter(
    (answer) =>
      !served(answer) &&
      (context.isLimit(answer.exchange) || (saysWhen(answer) && Boolean(waitOf(context, answer)))),
  );
  const beyond = Array.from({ length: Math.max(0, got - plan.remaining) }, () => true);
  return {
    plan,
    misses: 0,
    repeatedMisses: 0,
    repeats: 0,
    served: got,
    refusedEarly: got < plan.remaining,
    beyond: [...beyond, false],
    throttled: Math.max(throttled, asked.length),
    uncertain: 0,
  };
};
