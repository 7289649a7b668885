import type { Answer } from '../../judging/talk/answer.ts';
import { NoAnswer } from '../../judging/talk/client.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';

/** A response of a scenario that is on its way. */
export type PendingAnswer = Promise<Answer>;

/** A throttled or unreadable response is neither success nor refusal. */
export async function readableAnswer(asked: PromiseLike<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.exchange.throttled)
    throw new NotTestable('the target kept asking to come back later (rate limiting)');
  if (answer.outcome === 'unreadable') throw new NotTestable('the response cannot be read');
  return answer;
}

/** A server may not answer what it does not know. */
export async function ifAnswered<T>(asked: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}
