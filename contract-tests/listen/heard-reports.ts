import { Ledger, type Stored } from '../talk/ledger.ts';
import { Recent } from './recent.ts';

/** A report that was created in the listener's hearing, or only fetched. */
export interface HeardReport extends Stored {
  /** Whether its creation was heard. */
  readonly isCreated: boolean;
  /** When it was first known to be there. */
  readonly since: number;
  /** Its size, about, as text. */
  size: number;
  /** Who deleted it. */
  deletedBy?: string;
}

/** Nobody: that somebody could fetch a report once proves nothing, since others may delete it unheard. */
class NoReaders extends Set<string> {
  override add(): this {
    return this;
  }
}

const noReaders = new NoReaders();

/** The reports that were heard of, as many as there is room for. What is not in it is unknown, and nothing more. */
export class HeardReports extends Ledger {
  readonly #reports = new Recent<HeardReport>({ entries: 10_000, size: 8 * 1024 * 1024 });
  readonly #areOtherFeeds: (one: string, other: string) => boolean;
  #startedAt = 0;

  /** Two names may lead to one feed (2.1 does not show the names), unless it is known that they do not. */
  constructor(areOtherFeeds: (one: string, other: string) => boolean) {
    super();
    this.#areOtherFeeds = areOtherFeeds;
  }

  get forgotten(): number {
    return this.#reports.forgotten;
  }

  /** The exchange that is judged next was sent at this moment. */
  at(startedAt: number): void {
    this.#startedAt = startedAt;
  }

  byId(id: string): HeardReport | undefined {
    return this.#reports.get(id.toLowerCase());
  }

  /** A report that somebody fetched, and that was not heard of before. */
  fetched(id: string, service: string, since: number): void {
    if (this.byId(id)) return;
    const unknown = { creator: '', sent: undefined, createdAt: Number.NaN, readers: noReaders };
    this.#keep({ ...unknown, id, service, isCreated: false, since, size: 0 });
  }

  /** What is kept of a report has grown. */
  grown(report: HeardReport, by: number): void {
    report.size += by;
    this.#keep(report);
  }

  override add(stored: Omit<Stored, 'readers'>): boolean {
    const known = this.byId(stored.id);
    // Whoever fetched it while it was being created has heard its id elsewhere.
    if (known && (known.isCreated || known.since < this.#startedAt)) return false;
    const size = known?.size ?? 0;
    const { shown, shownTo } = known ?? {};
    this.#keep({
      ...stored,
      ...(shown && { shown }),
      ...(shownTo !== undefined && { shownTo }),
      readers: noReaders,
      isCreated: true,
      since: stored.createdAt,
      size,
    });
    return true;
  }

  override withId(id: string): HeardReport | undefined {
    const known = this.byId(id);
    return known?.isCreated ? known : undefined;
  }

  override find(service: string, id: string): HeardReport | undefined {
    const known = this.byId(id);
    return known?.service === service ? known : undefined;
  }

  override elsewhere(service: string, id: string): HeardReport | undefined {
    const known = this.byId(id);
    return known?.isCreated && this.#areOtherFeeds(known.service, service) ? known : undefined;
  }

  /** Only under the very id that was given out: in another case it may be nobody's (2.1 is silent). */
  override deleted(service: string, id: string, at: number): void {
    const known = this.find(service, id);
    if (known?.id === id) known.deletedAt ??= at;
  }

  /** Nobody cleans up after others. */
  override stray(): void {}

  override deleting(): void {}

  override deleteRefused(): void {}

  /** Those whose creation was heard, the earliest first. */
  override all(): HeardReport[] {
    const created = [...this.#reports.values()].filter(({ isCreated }) => isCreated);
    return created.sort((a, b) => a.createdAt - b.createdAt);
  }

  #keep(report: HeardReport): void {
    this.#reports.set(report.id.toLowerCase(), report, report.size);
  }
}
