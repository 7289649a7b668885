import type { Answer } from '../../judging/talk/answer.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';

/** A pending response of a scenario. */
export class PendingAnswer implements PromiseLike<Answer> {
  readonly #answer: Promise<Answer>;
  readonly #observe: (openPoint: string, answer: Answer) => void;

  constructor(answer: Promise<Answer>, observe: (openPoint: string, answer: Answer) => void) {
    this.#answer = answer;
    this.#observe = observe;
    // An unhandled rejection of a response that no scenario awaits must not end the process.
    answer.catch(() => undefined);
  }

  // biome-ignore lint/suspicious/noThenProperty: lets a scenario await the response directly
  then<A = Answer, B = never>(
    resolve?: ((answer: Answer) => A | PromiseLike<A>) | null,
    reject?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(resolve, reject);
  }

  /** Records the status of a refusal as the answer to an open point. */
  showing(openPoint: string, outcome: 'refusal' | 'success' = 'refusal'): this {
    this.#answer.then(
      (answer) => {
        if (answer.outcome === outcome && !answer.exchange.throttled)
          this.#observe(openPoint, answer);
      },
      () => undefined,
    );
    return this;
  }
}

/** A throttled or unreadable response is neither success nor refusal. */
export async function readableAnswer(asked: PromiseLike<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.exchange.throttled)
    throw new NotTestable('the target kept asking to come back later (rate limiting)');
  if (answer.outcome === 'unreadable') throw new NotTestable('the response cannot be read');
  return answer;
}
