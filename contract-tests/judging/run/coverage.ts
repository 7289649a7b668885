import type { Operations } from '../operation.ts';
import type { Exchange } from '../talk/exchange.ts';

/** How often an operation returned this status with this outcome. */
export interface AnswerCoverage {
  readonly operation: string;
  readonly outcome: 'success' | 'refusal' | 'unreadable' | 'rate-limited';
  readonly status: number;
  readonly times: number;
}

/** Counts responses by operation, outcome and status. */
export class CoverageCount {
  readonly #order: readonly string[];
  readonly #entries = new Map<string, AnswerCoverage>();

  constructor(operations: Operations) {
    this.#order = operations.all.map(({ name }) => name);
  }

  add({ operation, outcome, throttled, response: { status } }: Exchange): void {
    const entry = {
      operation,
      outcome: throttled ? ('rate-limited' as const) : outcome,
      status,
    };
    const key = Object.values(entry).join(' ');
    this.#entries.set(key, { ...entry, times: (this.#entries.get(key)?.times ?? 0) + 1 });
  }

  get entries(): readonly AnswerCoverage[] {
    return [...this.#entries.values()].sort(
      (a, b) =>
        this.#order.indexOf(a.operation) - this.#order.indexOf(b.operation) ||
        a.outcome.localeCompare(b.outcome) ||
        a.status - b.status,
    );
  }
}
