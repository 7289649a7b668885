import { operationPlaces } from '../../src/spec/operations.ts';
import type { Answer } from '../talk/answer.ts';
import type { Operation } from '../talk/exchange.ts';

/** How often an operation was answered with a status, and as what. */
export interface Coverage {
  readonly operation: Operation;
  readonly outcome: 'success' | 'refusal' | 'unreadable' | 'rate-limited';
  readonly status: number;
  readonly times: number;
}

/** Which answers of which operation a run has seen. */
export const coverageOf = (answers: readonly Answer[]): Coverage[] => {
  const counts = new Map<string, Coverage>();
  for (const { exchange, outcome } of answers) {
    const entry = {
      operation: exchange.operation,
      outcome: exchange.throttled ? ('rate-limited' as const) : outcome,
      status: exchange.response.status,
    };
    const key = JSON.stringify(entry);
    counts.set(key, { ...entry, times: (counts.get(key)?.times ?? 0) + 1 });
  }
  const order = operationPlaces.map(({ name }) => name);
  return [...counts.values()].sort(
    (a, b) =>
      order.indexOf(a.operation) - order.indexOf(b.operation) ||
      a.outcome.localeCompare(b.outcome) ||
      a.status - b.status,
  );
};
