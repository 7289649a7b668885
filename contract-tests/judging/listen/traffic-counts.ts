import type { Operations } from '../operation.ts';
import { type AnswerCoverage, CoverageCount } from '../run/coverage.ts';
import type { Answer } from '../talk/answer.ts';

/** Why a forwarded exchange was not judged. */
export type Unjudged =
  | 'of another API'
  | 'unreadable'
  | 'too large'
  | 'too fast'
  | 'unanswered'
  | 'ours'
  | 'bug';

/** Counts of exchanges, by kind. */
export class TrafficCounts {
  readonly #coverage: CoverageCount;
  readonly #unjudged = new Map<Unjudged, number>();
  #received = 0;

  constructor(operations: Operations) {
    this.#coverage = new CoverageCount(operations);
  }

  next(): number {
    this.#received += 1;
    return this.#received;
  }

  get received(): number {
    return this.#received;
  }

  add(answer: Answer): void {
    this.#coverage.add(answer);
  }

  addUnjudged(why: Unjudged): void {
    this.#unjudged.set(why, (this.#unjudged.get(why) ?? 0) + 1);
  }

  get coverage(): readonly AnswerCoverage[] {
    return this.#coverage.entries;
  }

  get unjudged(): { readonly [why in Unjudged]?: number } {
    return Object.fromEntries(this.#unjudged);
  }
}
