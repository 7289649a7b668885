import type { Answer } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Spent } from './count-verdict.ts';

/**
 * What a call with something that is no hash showed: if one more call was served, it was free. Whether
 * it uses up a request is open (1, 8); that it uses up two is not (8).
 */
export const malformedSeen = (
  spent: Pick<Spent, 'beyond' | 'throttled' | 'refusedEarly'>,
  { exchange }: Answer,
): { readonly answer: string; readonly exchange: Exchange } | undefined => {
  const [first, second] = spent.beyond;
  if (spent.throttled > 0 || spent.refusedEarly || exchange.throttled || second) return undefined;
  return { answer: first ? 'free' : 'counted', exchange };
};
