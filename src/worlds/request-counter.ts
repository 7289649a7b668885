import type { OperationName } from '../domain/operation.ts';

/** The criteria requests are counted by. */
export interface RequestCounts {
  readonly operation?: OperationName | undefined;
  /** `null` where it is unknown. */
  readonly caller: string | null;
  /** 0 without a response. */
  readonly status: number;
  readonly outcome: string;
}

/** Beyond this many combinations, counts are merged, to bound memory. */
const mostKinds = 20_000;

/** Counts all requests, including evicted ones. */
export class RequestCounter {
  readonly #kinds = new Map<string, { readonly kind: RequestCounts; count: number }>();
  #isWhole = true;

  add(kind: RequestCounts): void {
    const key = `${kind.operation} ${kind.status} ${kind.outcome} ${kind.caller}`;
    const known = this.#kinds.get(key);
    if (known) known.count += 1;
    else if (this.#kinds.size >= mostKinds) this.#isWhole = false;
    else this.#kinds.set(key, { kind, count: 1 });
  }

  /** The number of matching requests; undefined where no longer known. */
  count(isMeant: (kind: RequestCounts) => boolean): number | undefined {
    if (!this.#isWhole) return undefined;
    let sum = 0;
    for (const { kind, count } of this.#kinds.values()) if (isMeant(kind)) sum += count;
    return sum;
  }

  clear(): void {
    this.#kinds.clear();
    this.#isWhole = true;
  }
}
