import type { StoredReport } from '../domain/report.ts';

/** A report and its place in the order in which reports were added. */
export interface Placed {
  readonly report: StoredReport;
  readonly place: number;
}

export const byPlace = (a: Placed, b: Placed): number => a.place - b.place;

/** Reports under their keys. Most keys have one report, so a set is made only for more. */
type Shelf = Map<string, Placed | Set<Placed>>;

/** Finds the reports of a feed that share a key. */
export class ReportIndex {
  readonly #keyOf: (report: StoredReport) => string;
  readonly #feeds = new Map<string, Shelf>();
  /** Sets to which a report came back that is not the latest. */
  readonly #unsorted = new Set<Set<Placed>>();

  constructor(keyOf: (report: StoredReport) => string, reports: Iterable<Placed>) {
    this.#keyOf = keyOf;
    for (const placed of reports) this.add(placed);
  }

  add(placed: Placed): void {
    const shelf = this.#shelf(placed.report.service);
    const key = this.#keyOf(placed.report);
    const found = shelf.get(key);
    if (found === undefined) shelf.set(key, placed);
    else if (found instanceof Set) found.add(placed);
    else shelf.set(key, new Set([found, placed]));
  }

  /** Adds one that has a place among those already here. */
  restore(placed: Placed): void {
    this.add(placed);
    const found = this.#shelf(placed.report.service).get(this.#keyOf(placed.report));
    if (found instanceof Set) this.#unsorted.add(found);
  }

  remove(placed: Placed): void {
    const shelf = this.#shelf(placed.report.service);
    const key = this.#keyOf(placed.report);
    const found = shelf.get(key);
    if (found instanceof Set) {
      found.delete(placed);
      if (found.size > 0) return;
      this.#unsorted.delete(found);
      shelf.delete(key);
    } else if (found === placed) shelf.delete(key);
  }

  /** The earliest of the reports of a feed with this key. */
  first(service: string, key: string): StoredReport | undefined {
    const found = this.#feeds.get(service)?.get(key);
    if (!(found instanceof Set)) return found?.report;
    if (this.#unsorted.delete(found)) {
      const sorted = [...found].sort(byPlace);
      found.clear();
      for (const placed of sorted) found.add(placed);
    }
    return found.values().next().value?.report;
  }

  #shelf(service: string): Shelf {
    const known = this.#feeds.get(service);
    if (known) return known;
    const made: Shelf = new Map();
    this.#feeds.set(service, made);
    return made;
  }
}
