import type { Context } from '../drive/context.ts';
import type { FileLookup } from '../drive/files.ts';
import { askableOf, beyondHashes } from './askable.ts';
import { type CountPlan, callsOf } from './count-plan.ts';
import { call, limitedCaller, served, waitOf } from './counted-call.ts';

/** Uses all remaining requests of a token concurrently. */
export const spendAtOnce = async (
  context: Context,
  plan: CountPlan,
  first: string,
  hits: readonly FileLookup[],
): Promise<void> => {
  const planned = callsOf(plan, askableOf(context, first, hits));
  const repeats = planned.filter(({ kind }) => kind === 'repeat');
  for (const { hash } of repeats) if (!served(await call(context, plan, hash))) return;
  const due = planned.slice(repeats.length).map(({ hash }) => hash);
  // Includes the same hash twice at the same time: these are two calls.
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
  let got = 1 + repeats.length + answers.filter(served).length;
  // Some may have been rate-limited: the remaining requests can still be used.
  for (const answer of answers.filter((one) => !served(one))) {
    const wait = waitOf(context, answer);
    if (got >= plan.remaining || wait === undefined) return;
    await context.pause(wait);
    if (!served(await call(context, plan, first))) return;
    got += 1;
  }
};
