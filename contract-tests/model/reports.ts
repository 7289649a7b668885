import { isDeepStrictEqual } from 'node:util';
import type { JsonBody } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import { areNeighbours } from '../talk/made-up.ts';
import { Recent } from '../talk/recent.ts';
import { isUuid } from './formats.ts';
import {
  type Deletion,
  fresh,
  isDeleted,
  type KnownReport,
  openDeletion,
  type Presence,
  type ReportListener,
  type Stray,
} from './known-report.ts';

export interface ReportsOptions {
  /** Nobody else acts on reports that this history created: what was not seen did not happen. */
  readonly isAlone: boolean;
  /** Whether a report may take a moment to appear. */
  readonly isPatient?: boolean;
  readonly most?: { readonly entries: number; readonly size: number };
  readonly listener?: ReportListener | undefined;
}

/** A create answered with 202 may not be stored yet: so long a report may take to appear, or to go. */
export const longestGrace = 1000;
/** Where waiting never helped, it is no longer tried. */
const mostInVain = 3;

const unbounded = { entries: Number.POSITIVE_INFINITY, size: Number.POSITIVE_INFINITY };

const keyOf = (id: string): string => id.toLowerCase();

/** The reports of a history, as many as there is room for. What is not in it is unknown, and nothing more. */
export class Reports {
  readonly strays: Stray[] = [];
  readonly #byId: Recent<KnownReport>;
  readonly #isAlone: boolean;
  readonly #listener: ReportListener | undefined;
  #inVain = 0;

  constructor({ isAlone, isPatient = true, most = unbounded, listener }: ReportsOptions) {
    if (!isPatient) this.#inVain = mostInVain;
    this.#isAlone = isAlone;
    this.#byId = new Recent<KnownReport>(most);
    this.#listener = listener;
  }

  get forgotten(): number {
    return this.#byId.forgotten;
  }

  /** How long a report may take to appear, or to go. */
  get grace(): number {
    return this.#inVain >= mostInVain ? 0 : longestGrace;
  }

  withId(id: string): KnownReport | undefined {
    return this.#byId.get(keyOf(id));
  }

  find(service: string, id: string): KnownReport | undefined {
    const known = this.withId(id);
    return known?.service === service ? known : undefined;
  }

  /** Whether an id that nobody was given here may be that of a report beside one of these. */
  isNeighbour(id: string): boolean {
    return isUuid(id) && [...this.#byId.values()].some((one) => areNeighbours(one.id, id));
  }

  /** Those whose creation was seen, the earliest first. */
  all(): KnownReport[] {
    const created = [...this.#byId.values()].filter(({ creator }) => creator !== '');
    return created.sort((a, b) => a.createdAt - b.createdAt);
  }

  /** One that was created elsewhere, for whoever has to delete it. */
  add({ id, service, creator }: Pick<KnownReport, 'id' | 'service' | 'creator'>): void {
    this.#keep({ ...fresh(), id, service, creator, sent: undefined, createdAt: 0 });
  }

  /** The report that has had an id before that a create gives out. */
  clash(id: string, { about, startedAt }: Exchange): KnownReport | undefined {
    const before = this.withId(id);
    return before && !mayComeAgain(before, about.sent, startedAt) ? before : undefined;
  }

  /**
   * A create that answered with an id. False where the id was given out before, unless an equal report is
   * posted again after its deletion: an id made from what was sent is not forbidden.
   */
  created(id: string, exchange: Exchange): boolean {
    const { about, caller, endedAt, request } = exchange;
    const { service = '', sent } = about;
    if (this.clash(id, exchange)) return false;
    const before = this.withId(id);
    const report: KnownReport = {
      ...fresh(),
      ...{ id, service, creator: caller, sent, creation: exchange, createdAt: endedAt },
      // Whoever fetched it while it was being created has heard its id elsewhere.
      ...(before?.creator === '' && before.shown && { shown: before.shown }),
      size: request.body?.length ?? 0,
    };
    // Before anything else is done with it: a run may end at any moment.
    this.#listener?.created(report);
    this.#keep(report);
    return true;
  }

  /** A report that somebody fetched, and that was not heard of before. */
  fetched(id: string, service: string, at: number): KnownReport {
    const known = this.withId(id);
    if (known) return known;
    const report = { ...fresh(), id, service, creator: '', sent: undefined, createdAt: at };
    this.#keep(report);
    return report;
  }

  /** It was found. */
  seen(report: KnownReport, shown: JsonBody, { startedAt, response }: Exchange): void {
    if (!report.shown) {
      report.shown = shown;
      report.size += response.body.length;
    }
    report.seenAt = Math.max(startedAt, report.seenAt ?? 0);
    report.refused.clear();
    this.#keep(report);
  }

  /** Nobody found it after all the time it was given. */
  missed(): void {
    this.#inVain += 1;
  }

  /** A deletion that is being sent: from now on the report may be gone. */
  deleting(report: KnownReport, by: string, id: string, startedAt: number): Deletion {
    const deletion: Deletion = {
      startedAt,
      endedAt: Number.POSITIVE_INFINITY,
      outcome: 'unclear',
      by,
      isExact: id === report.id,
    };
    report.deletions.push(deletion);
    return deletion;
  }

  /** The one that an exchange has made, whether or not it was heard of when it was sent. */
  deletionOf(
    report: KnownReport,
    { about, caller, startedAt }: Pick<Exchange, 'about' | 'caller' | 'startedAt'>,
  ): Deletion {
    return (
      openDeletion(report, caller) ?? this.deleting(report, caller, about.report ?? '', startedAt)
    );
  }

  /** What came of a deletion. */
  deletionEnded(
    report: KnownReport,
    { about, caller, startedAt, endedAt, response }: Exchange,
    { isSuccess, may }: { readonly isSuccess: boolean; readonly may: boolean | undefined },
  ): void {
    const deletion = this.deletionOf(report, { about, caller, startedAt });
    deletion.endedAt = endedAt;
    if (isSuccess && !deletion.isExact) {
      // In another case the id may be nobody's (2.1 is silent); whose report it is not, stays out of reach.
      if (may === false) deletion.outcome = 'refusal';
      return;
    }
    const isFirst = isSuccess && !isDeleted(report);
    deletion.outcome = isSuccess ? 'success' : 'refusal';
    if (response.status === 202) deletion.isLate = true;
    if (isFirst) this.#listener?.deleted(report);
  }

  /** Whether it must be found, or must not be, by a request; one that deletes it is not in its own way. */
  presence(report: KnownReport, exchange: Exchange): Presence {
    const { startedAt, endedAt, operation, caller } = exchange;
    const { seenAt, creator, createdAt } = report;
    const own = operation === 'delete' ? openDeletion(report, caller) : undefined;
    const deletions = report.deletions.filter((one) => one !== own);
    const isGone = deletions.some(
      (one) => one.outcome === 'success' && one.endedAt + (one.isLate ? this.grace : 0) < startedAt,
    );
    if (isGone) return 'gone';
    if (!this.#isAlone || creator === '') return 'unsure';
    const isYoung = createdAt + (seenAt === undefined ? this.grace : 0) >= startedAt;
    if (createdAt >= startedAt || (isYoung && report.creation?.response.status === 202))
      return 'unsure';
    const mayBeGone = deletions.some((one) => one.outcome !== 'refusal' && one.startedAt < endedAt);
    if (mayBeGone) return 'unsure';
    return isYoung ? 'young' : 'there';
  }

  #keep(report: KnownReport): void {
    this.#byId.set(keyOf(report.id), report, report.size);
  }
}

const mayComeAgain = (before: KnownReport, sent: unknown, startedAt: number): boolean =>
  before.creator === ''
    ? before.createdAt >= startedAt
    : isDeleted(before) && isDeepStrictEqual(before.sent, sent);
