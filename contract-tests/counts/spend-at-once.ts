import type { Context } from '../drive/context.ts';
import type { FileLookup } from '../drive/files.ts';
import { askableOf, beyondHashes } from './askable.ts';
import { type CountPlan, callsOf } from './count-plan.ts';
import { call, limitedCaller, served, waitOf } from './counted-call.ts';

/** All that a token has left, asked for at the same time. */
export const spendAtOnce = async (
  context: Context,
  plan: CountPlan,
  first: string,
  hits: readonly FileLookup[],
): Promise<void> => {
  const due = callsOf(plan, askableOf(context, first, hits)).map(({ hash }) => hash);
  // The same hash twice at once, too: it is two calls.
  const calls = [
    ...due.slice(0, 1),
    ...due.slice(0, -1),
    ...beyondHashes(plan, [first, ...due], hits),
  ];
  const answers = await Promise.all(
    calls.map((hash) =>
      Promise.resolve(
        context.api.send({
          operation: 'lookup',
          caller: limitedCaller(plan),
          about: { hash },
          once: true,
          atOnce: true,
        }),
      ),
    ),
  );
  let got = 1 + answers.filter(served).length;
  // Some may have been turned away by a rate limit: what is left then can still be had.
  for (const answer of answers.filter((one) => !served(one))) {
    const wait = waitOf(context, answer);
    if (got >= plan.remaining || wait === undefined) return;
    await context.pause(wait);
    if (!served(await call(context, plan, first))) return;
    got += 1;
  }
};
