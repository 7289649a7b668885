import { isDeepStrictEqual } from 'node:util';
import { Recent } from '../listen/recent.ts';
import type { Body } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';

/** From when a request was sent until its answer came; without an end, none has come yet. */
export interface Span {
  readonly startedAt: number;
  readonly endedAt?: number;
}

/** An attempt to delete a report by its exact id. */
export interface Deletion {
  readonly startedAt: number;
  endedAt?: number;
  outcome: 'under way' | 'success' | 'refusal' | 'unknown';
  /** Whether whoever tried may delete the report (4.3). */
  readonly may: boolean | undefined;
  readonly by: string;
  status?: number;
}

/** A report that the history tells of. */
export interface KnownReport {
  readonly id: string;
  readonly service: string;
  readonly creator: string;
  readonly sent: unknown;
  /** Its creation; undefined where that was not seen. */
  readonly created?: Required<Span>;
  /** When it was first known to be there. */
  readonly since: number;
  /** How it was shown the first time, and to whom. */
  shown?: Body;
  shownTo?: string;
  /** When the last look at it that found it began. */
  seenAt?: number;
  readonly readers: Set<string>;
  /** Those who were refused it since it was last seen, and when. */
  readonly refused: Map<string, number>;
  readonly deletions: Deletion[];
  size: number;
}

/** gone: it was deleted. there: it was created, and nothing can have removed it. */
export type Presence = 'there' | 'gone' | 'unsure';

/** Something that was done and might wrongly touch a report. */
export interface Act {
  readonly exchange: Exchange;
  readonly id?: string;
  readonly service: string;
  readonly refused: boolean;
}

export interface ReportsOptions {
  /** Nobody else acts on reports that this history created: what was not seen did not happen. */
  readonly isAlone: boolean;
  readonly most?: { readonly entries: number; readonly size: number };
}

/** Accepted is not yet stored (202): so long a report may take to appear, or to go. */
const longestGrace = 1000;
/** Where waiting never helped, it is no longer tried. */
const mostInVain = 3;

const keyOf = (id: string): string => id.toLowerCase();

/** The reports of a history, as many as there is room for. What is not in it is unknown, and nothing more. */
export class Reports {
  readonly #byId: Recent<KnownReport>;
  readonly #isAlone: boolean;
  readonly acts: Act[] = [];
  #inVain = 0;

  constructor({ isAlone, most = { entries: 100_000, size: Number.POSITIVE_INFINITY } }: ReportsOptions) {
    this.#isAlone = isAlone;
    this.#byId = new Recent<KnownReport>(most);
  }

  get forgotten(): number {
    return this.#byId.forgotten;
  }

  get grace(): number {
    return this.#inVain >= mostInVain ? 0 : longestGrace;
  }

  withId(id: string): KnownReport | undefined {
    return this.#byId.get(keyOf(id));
  }

  all(): KnownReport[] {
    return [...this.#byId.values()];
  }

  /**
   * A create that answered with an id. False where the id was given out before, unless an equal report is
   * posted again after its deletion: an id made from what was sent is not forbidden.
   */
  created(report: Omit<KnownReport, 'readers' | 'refused' | 'deletions' | 'size' | 'since'>): boolean {
    const before = this.withId(report.id);
    const span = report.created as Required<Span>;
    if (before && !this.#mayComeAgain(before, report.sent, span)) return false;
    this.#keep({
      ...report,
      ...(before && !before.created && { shown: before.shown, shownTo: before.shownTo }),
      since: span.endedAt,
      readers: new Set(),
      refused: new Map(),
      deletions: [],
      size: before?.size ?? 0,
    } as KnownReport);
    return true;
  }

  #mayComeAgain(before: KnownReport, sent: unknown, span: Required<Span>): boolean {
    // Whoever fetched it while it was being created has heard its id elsewhere.
    if (!before.created) return before.since >= span.startedAt;
    const isGone = before.deletions.some(({ outcome }) => outcome === 'success');
    return isGone && isDeepStrictEqual(before.sent, sent);
  }

  /** A report that somebody fetched, and that was not heard of before. */
  fetched(id: string, service: string, since: number): KnownReport {
    const known = this.withId(id);
    if (known) return known;
    const unknown = { creator: '', sent: undefined, readers: new Set<string>(), size: 0 };
    const report = { ...unknown, id, service, since, refused: new Map(), deletions: [] };
    this.#keep(report);
    return report;
  }

  seen(report: KnownReport, shown: Body, { caller, startedAt, response }: Exchange): void {
    if (!report.shown) {
      report.shown = shown;
      report.shownTo = caller;
      report.size += response.body.length;
    }
    if (report.seenAt === undefined || startedAt > report.seenAt) report.seenAt = startedAt;
    report.readers.add(caller);
    report.refused.clear();
    this.#keep(report);
  }

  /** Nobody found it after all the time it was given. */
  missed(): void {
    this.#inVain += 1;
  }

  /** Whether it must be found, or must not be, by a request of this span. */
  presence(report: KnownReport, { startedAt, endedAt = Number.POSITIVE_INFINITY }: Span): Presence {
    const { created, deletions } = report;
    const succeeded = deletions.filter(({ outcome }) => outcome === 'success');
    const isGone = succeeded.some(
      ({ endedAt: end = Number.POSITIVE_INFINITY, may, status }) =>
        may === true && end + (status === 202 ? this.grace : 0) < startedAt,
    );
    if (isGone) return 'gone';
    if (!this.#isAlone || !created) return 'unsure';
    const wait = report.seenAt === undefined ? this.grace : 0;
    if (created.endedAt + wait >= startedAt) return 'unsure';
    const mayBeGone = deletions.some(
      (one) => one.outcome !== 'refusal' && one.startedAt < endedAt,
    );
    return mayBeGone ? 'unsure' : 'there';
  }

  /** What was done since a report was last seen, until a request began. */
  actsSince({ seenAt = Number.POSITIVE_INFINITY }: KnownReport, { startedAt }: Span): Act[] {
    return this.acts.filter(
      ({ exchange }) => exchange.endedAt > seenAt && exchange.startedAt < startedAt,
    );
  }

  #keep(report: KnownReport): void {
    this.#byId.set(keyOf(report.id), report, report.size);
  }
}
