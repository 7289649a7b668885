import type { StoredReport } from '../domain/report.ts';

/** Finds the reports that share a key. Most keys have one report, so a set is made only for more. */
export class ReportIndex {
  readonly #keyOf: (report: StoredReport) => string;
  readonly #byKey = new Map<string, StoredReport | Set<StoredReport>>();

  constructor(keyOf: (report: StoredReport) => string, reports: Iterable<StoredReport>) {
    this.#keyOf = keyOf;
    for (const report of reports) this.add(report);
  }

  add(report: StoredReport): void {
    const key = this.#keyOf(report);
    const found = this.#byKey.get(key);
    if (found === undefined) this.#byKey.set(key, report);
    else if (found instanceof Set) found.add(report);
    else this.#byKey.set(key, new Set([found, report]));
  }

  remove(report: StoredReport): void {
    const key = this.#keyOf(report);
    const found = this.#byKey.get(key);
    if (found instanceof Set) {
      found.delete(report);
      if (found.size > 0) return;
    }
    this.#byKey.delete(key);
  }

  /** The earliest of the reports with this key. */
  first(key: string): StoredReport | undefined {
    const found = this.#byKey.get(key);
    return found instanceof Set ? found.values().next().value : found;
  }
}
