import type { Answer } from '../../judging/talk/answer.ts';
import type { Context } from '../drive/context.ts';
import { askableOf, beyondHashes, type Opening } from './askable.ts';
import { type CountedCall, type CountPlan, callsOf } from './count-plan.ts';
import { call, callBeyond, limitedCaller, served, waitOf } from './counted-call.ts';

/** Uses the remaining requests of a token concurrently: of a slow server also those that are otherwise sent in turn. */
export async function spendAtOnce(
  context: Context,
  plan: CountPlan,
  { first, hits }: Opening,
  isSlow: boolean,
): Promise<void> {
  const { inTurn, equal, last: fresh } = callsOf(plan, askableOf(context, first, hits));
  // A repeat comes after what it repeats: of the first call, or last of all, where nothing else comes in between.
  const isRepeat = ({ kind }: CountedCall): boolean => kind === 'repeat';
  const repeated = plan.style === 'distinct' ? inTurn.find(isRepeat)?.hash : undefined;
  const isLast = ({ hash }: CountedCall): boolean => hash === repeated;
  const earlier = inTurn.filter((one) => !isLast(one));
  const begun = [...earlier.map((one) => (isRepeat(one) ? first : one.hash)), ...equal];
  const last = [...inTurn.filter(isLast).map(({ hash }) => hash), ...fresh];
  const beyond = beyondHashes(plan, [first, ...begun, ...last], hits);
  // Equal ones again, of which all but what is left must be refused.
  const half = isSlow ? beyond.length - 1 : Math.floor(beyond.length / 2);
  const more = beyond.slice(0, half).map((hash) => last[0] ?? hash);
  const answers = [
    ...(await callAtOnce(context, plan, begun, 'before')),
    ...(await callAtOnce(context, plan, [...last, ...more], 'after')),
  ];
  const found = new Set(hits.map(({ hash }) => hash));
  const isUsed = (answer: Answer) => served(answer) || !found.has(hashOf(answer));
  const limited = answers.filter((one) => !served(one) && waitOf(context, one) !== undefined);
  const used = answers.filter((one) => isUsed(one) && !limited.includes(one)).length;
  await useUp(context, plan, first, { left: plan.remaining - 1 - used, limited });
  for (const hash of beyond.slice(half)) await callBeyond(context, { plan, hash });
}

function hashOf({ exchange }: Answer): string {
  return exchange.about.hash ?? '';
}

/** Some may have been rate-limited: the remaining requests can still be used. */
async function useUp(
  context: Context,
  plan: CountPlan,
  hash: string,
  { left, limited }: { readonly left: number; readonly limited: readonly Answer[] },
): Promise<void> {
  for (const answer of limited.slice(0, Math.max(0, left))) {
    await context.pause(waitOf(context, answer) ?? 0);
    if (!served(await call(context, { plan, hash }))) return;
  }
}

/**
 * At the same time, a caller with requests to spare asks the same: before them what is served, or after them what
 * is refused. Each is answered for itself.
 */
async function callAtOnce(
  context: Context,
  plan: CountPlan,
  hashes: readonly string[],
  other: 'before' | 'after',
): Promise<Answer[]> {
  if (hashes.length === 0) return [];
  const { api, callers } = context;
  const calls = hashes.map((hash) => ({ hash, caller: limitedCaller(plan), once: true }));
  const alike = other === 'before' ? new Set(hashes) : hashes.slice(-1);
  const own = [...alike].map((hash) => ({ hash, caller: callers.analyst, once: false }));
  const asked = (other === 'before' ? [...own, ...calls] : [...calls, ...own]).map((one) =>
    Promise.resolve(
      api.send({
        operation: 'lookup',
        caller: one.caller,
        about: { hash: one.hash },
        once: one.once,
        atOnce: true,
        isFirst: true,
      }),
    ),
  );
  const answers = await Promise.all(asked);
  return other === 'before' ? answers.slice(own.length) : answers.slice(0, calls.length);
}
