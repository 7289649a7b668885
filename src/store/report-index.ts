import type { StoredReport } from '../domain/report.ts';

/** A report and its place in the order in which reports were added. */
export interface Placed {
  readonly report: StoredReport;
  readonly place: number;
}

export const byPlace = (a: Placed, b: Placed): number => a.place - b.place;

/** Finds the reports that share a key. Most keys have one report, so a set is made only for more. */
export class ReportIndex {
  readonly #keyOf: (report: StoredReport) => string;
  readonly #byKey = new Map<string, Placed | Set<Placed>>();
  /** Keys to which a report came back that is not the latest. */
  readonly #unsorted = new Set<string>();

  constructor(keyOf: (report: StoredReport) => string, reports: Iterable<Placed>) {
    this.#keyOf = keyOf;
    for (const placed of reports) this.add(placed);
  }

  add(placed: Placed): void {
    const key = this.#keyOf(placed.report);
    const found = this.#byKey.get(key);
    if (found === undefined) this.#byKey.set(key, placed);
    else if (found instanceof Set) found.add(placed);
    else this.#byKey.set(key, new Set([found, placed]));
  }

  /** Adds one that has a place among those already here. */
  restore(placed: Placed): void {
    this.add(placed);
    this.#unsorted.add(this.#keyOf(placed.report));
  }

  remove(placed: Placed): void {
    const key = this.#keyOf(placed.report);
    const found = this.#byKey.get(key);
    if (found instanceof Set) {
      found.delete(placed);
      if (found.size === 0) this.#byKey.delete(key);
    } else if (found === placed) this.#byKey.delete(key);
  }

  /** The earliest of the reports with this key. */
  first(key: string): StoredReport | undefined {
    let found = this.#byKey.get(key);
    if (this.#unsorted.delete(key) && found instanceof Set) {
      found = new Set([...found].sort(byPlace));
      this.#byKey.set(key, found);
    }
    return (found instanceof Set ? found.values().next().value : found)?.report;
  }
}
