import { operationPlaces } from '../../../src/spec/operations.ts';
import type { Answer } from '../talk/answer.ts';
import type { OperationId } from '../talk/exchange.ts';

/** How often an operation returned this status with this outcome. */
export interface AnswerCoverage {
  readonly operation: OperationId;
  readonly outcome: 'success' | 'refusal' | 'unreadable' | 'rate-limited';
  readonly status: number;
  readonly times: number;
}

const order = operationPlaces.map(({ name }) => name);

/** Counts responses by operation, outcome and status. */
export class CoverageCount {
  readonly #entries = new Map<string, AnswerCoverage>();

  add({ exchange, outcome }: Answer): void {
    const entry = {
      operation: exchange.operation,
      outcome: exchange.throttled ? ('rate-limited' as const) : outcome,
      status: exchange.response.status,
    };
    const key = Object.values(entry).join(' ');
    this.#entries.set(key, { ...entry, times: (this.#entries.get(key)?.times ?? 0) + 1 });
  }

  get entries(): readonly AnswerCoverage[] {
    return [...this.#entries.values()].sort(
      (a, b) =>
        order.indexOf(a.operation) - order.indexOf(b.operation) ||
        a.outcome.localeCompare(b.outcome) ||
        a.status - b.status,
    );
  }
}

export const answerCoverage = (answers: readonly Answer[]): readonly AnswerCoverage[] => {
  const count = new CoverageCount();
  for (const answer of answers) count.add(answer);
  return count.entries;
};
