import type { Answer } from '../../judging/talk/answer.ts';
import { errorBodyOf } from '../model/error-body.ts';
import type { Context } from './context.ts';

/** The body of a refused lookup may differ by reason. */
export function observeErrorBody(context: Context, answer: Answer, reason?: string): void {
  const { outcome, exchange } = answer;
  // Once the count is used up, throttling is known not to be the reason.
  const isTurnedAway = exchange.throttled && reason !== 'no-requests-left';
  if (outcome !== 'refusal' || isTurnedAway) return;
  const point = reason === undefined ? 'lookup.error-body' : `lookup.error-body.${reason}`;
  context.observe(point, errorBodyOf(answer), exchange);
}
