import { type Answer, errorBodyOf } from '../talk/answer.ts';
import type { Context } from './context.ts';

/** Each reason for a refused lookup may have a look of its own. */
export const observeErrorBody = (context: Context, answer: Answer, reason?: string): void => {
  const { outcome, exchange } = answer;
  // Of a count that is used up it is known that no limit has turned the call away.
  const isTurnedAway = exchange.throttled && reason !== 'no-requests-left';
  if (outcome !== 'refusal' || isTurnedAway) return;
  const point = reason === undefined ? 'lookup.error-body' : `lookup.error-body.${reason}`;
  context.observe(point, errorBodyOf(answer), exchange);
};
