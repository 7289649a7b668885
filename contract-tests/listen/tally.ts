import type { Coverage } from '../run/coverage.ts';
import type { Answer } from '../talk/answer.ts';

/** Why an exchange was passed on and not judged. */
export type Unjudged =
  | 'of another API'
  | 'unreadable'
  | 'too large'
  | 'too fast'
  | 'unanswered'
  | 'ours'
  | 'bug';

/** How much was heard, and of what. */
export class Tally {
  readonly #coverage = new Map<string, Coverage>();
  readonly #unjudged = new Map<Unjudged, number>();
  #heard = 0;

  next(): number {
    this.#heard += 1;
    return this.#heard;
  }

  get heard(): number {
    return this.#heard;
  }

  add({ exchange, outcome }: Answer): void {
    const entry = {
      operation: exchange.operation,
      outcome: exchange.throttled ? ('rate-limited' as const) : outcome,
      status: exchange.response.status,
    };
    const key = `${entry.operation} ${entry.outcome} ${entry.status}`;
    this.#coverage.set(key, { ...entry, times: (this.#coverage.get(key)?.times ?? 0) + 1 });
  }

  passedOver(why: Unjudged): void {
    this.#unjudged.set(why, (this.#unjudged.get(why) ?? 0) + 1);
  }

  get coverage(): readonly Coverage[] {
    const order = ['create', 'fetch', 'delete', 'lookup'];
    return [...this.#coverage.values()].sort(
      (a, b) =>
        order.indexOf(a.operation) - order.indexOf(b.operation) ||
        a.outcome.localeCompare(b.outcome) ||
        a.status - b.status,
    );
  }

  get unjudged(): { readonly [why in Unjudged]?: number } {
    return Object.fromEntries(this.#unjudged);
  }
}
