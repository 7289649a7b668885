import type { Context } from '../checks/context.ts';
import type { Answer } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Call, CountPlan } from './count-plan.ts';
import type { Spent } from './count-verdict.ts';

/** A call with something that is no hash: whether it uses up a request is open (1, 8). */
export type SpentCall = Call | { readonly kind: 'malformed'; readonly hash: string };

/**
 * Where other tokens have shown how calls are counted, one call of this token may go to something that
 * is no hash. It takes the place of a hit, so that no call is made that was not announced.
 */
export const withMalformed = (
  calls: readonly Call[],
  plan: CountPlan,
  { learns }: Context,
): readonly SpentCall[] =>
  plan.style === 'distinct' && calls.length >= 2 && learns('lookup.malformed')
    ? [{ kind: 'malformed', hash: 'no-hash' }, ...calls.slice(1)]
    : calls;

/** What the malformed call on a token showed: if one more call was served, it was free. */
export const malformedSeen = (
  spent: Pick<Spent, 'beyond' | 'throttled' | 'refusedEarly'>,
  { exchange }: Answer,
): { readonly answer: string; readonly exchange: Exchange } | undefined => {
  const [first, second] = spent.beyond;
  if (spent.throttled > 0 || spent.refusedEarly || exchange.throttled || second) return undefined;
  return { answer: first ? 'free' : 'counted', exchange };
};
