import type { Answer } from '../../judging/talk/answer.ts';
import type { Context } from '../drive/context.ts';
import type { FileLookup } from '../drive/files.ts';
import { askableOf, beyondHashes } from './askable.ts';
import { type CountPlan, callsOf } from './count-plan.ts';
import { call, limitedCaller, served, waitOf } from './counted-call.ts';

/** Uses the remaining requests of a token concurrently. */
export async function spendAtOnce(
  context: Context,
  plan: CountPlan,
  first: string,
  hits: readonly FileLookup[],
): Promise<void> {
  const { inTurn, equal, last } = callsOf(plan, askableOf(context, first, hits));
  for (const { hash } of inTurn) if (!served(await call(context, plan, hash))) return;
  const beyond = beyondHashes(plan, [first, ...equal, ...last], hits);
  // Equal ones again, of which all but what is left must be refused.
  const [repeated = beyond[0] ?? first] = last;
  const half = Math.floor(beyond.length / 2);
  const more = [...beyond.slice(0, half).map(() => repeated), ...beyond.slice(half)];
  const answers = [
    ...(await callAtOnce(context, plan, equal)),
    ...(await callAtOnce(context, plan, [...last, ...more])),
  ];
  let got = 1 + inTurn.length + answers.filter(served).length;
  // Some may have been rate-limited: the remaining requests can still be used.
  for (const answer of answers.filter((one) => !served(one))) {
    const wait = waitOf(context, answer);
    if (got >= plan.remaining || wait === undefined) return;
    await context.pause(wait);
    if (!served(await call(context, plan, first))) return;
    got += 1;
  }
}

/** At the same time, a caller with requests to spare asks the same: each pays for itself. */
async function callAtOnce(
  context: Context,
  plan: CountPlan,
  hashes: readonly string[],
): Promise<Answer[]> {
  const [hash] = hashes;
  if (hash === undefined) return [];
  const other = context.api.lookup(context.callers.analyst, hash);
  const asked = hashes.map((each) =>
    Promise.resolve(
      context.api.send({
        operation: 'lookup',
        caller: limitedCaller(plan),
        about: { hash: each },
        once: true,
        atOnce: true,
      }),
    ),
  );
  const answers = await Promise.all(asked);
  await other;
  return answers;
}
