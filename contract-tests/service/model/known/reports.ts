import { isDeepStrictEqual } from 'node:util';
import { type Bounds, RecentlyUsed } from '../../../../src/values/recently-used.ts';
import { isUuid } from '../../../../src/values/uuid.ts';
import type { Created, CreatedListener, Stray } from '../../../judging/model.ts';
import type { JsonBody } from '../../../judging/talk/answer.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { areNeighbours } from '../../requests/made-up.ts';
import { grace } from '../../time-limits.ts';
import {
  type Deletion,
  fresh,
  isDeleted,
  type KnownReport,
  openDeletion,
  type Presence,
} from './known-report.ts';
import { jsonSize, remembered } from './remembered.ts';
import { setBy } from './report-value.ts';

export interface ReportsOptions {
  /** No other client acts on the reports of this history: what was not seen did not happen. */
  readonly isAlone: boolean;
  /** Whether a report may take a moment to appear. */
  readonly isPatient?: boolean;
  readonly most?: Bounds;
  readonly listener?: CreatedListener | undefined;
}

const longestGrace = grace.ms;
/** After this many futile waits, there is no more waiting. */
const mostInVain = 3;

const unbounded = { entries: Number.POSITIVE_INFINITY };

function keyOf(id: string): string {
  return id.toLowerCase();
}

/** The reports of a history, up to a limit. A report not in it is unknown. */
export class Reports {
  readonly strays: Stray[] = [];
  readonly #byId: RecentlyUsed<KnownReport>;
  readonly #isAlone: boolean;
  readonly #listener: CreatedListener | undefined;
  #inVain = 0;

  constructor({ isAlone, isPatient = true, most = unbounded, listener }: ReportsOptions) {
    if (!isPatient) this.#inVain = mostInVain;
    this.#isAlone = isAlone;
    this.#byId = new RecentlyUsed<KnownReport>(most);
    this.#listener = listener;
  }

  get forgotten(): number {
    return this.#byId.forgotten;
  }

  /** How long a report may take to appear or disappear. */
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

  /** Whether an unknown id may belong to a report next to one of these. */
  isNeighbour(id: string): boolean {
    return isUuid(id) && [...this.#byId.values()].some((one) => areNeighbours(one.id, id));
  }

  /** Reports whose creation was seen, oldest first. */
  all(): KnownReport[] {
    const addCreated = [...this.#byId.values()].filter(({ creator }) => creator !== '');
    return addCreated.sort((a, b) => a.createdAt - b.createdAt);
  }

  /** Adds a report that was created elsewhere, so that it can be deleted. */
  add({ id, service, creator }: Pick<KnownReport, 'id' | 'service' | 'creator'>): void {
    this.#keep({ ...fresh(), id, service, creator, sent: undefined, createdAt: 0 });
  }

  /** The report that already has an id returned by a create. */
  clash(id: string, { startedAt }: Exchange): KnownReport | undefined {
    const before = this.withId(id);
    return before && !mayComeAgain(before, startedAt) ? before : undefined;
  }

  /** Whether an equal report was created in the same feed, be it deleted by now. */
  hasEqual({ about: { service }, sent }: Exchange): boolean {
    return [...this.#byId.values()].some(
      (one) => one.service === service && one.creator !== '' && isDeepStrictEqual(one.sent, sent),
    );
  }

  /** Records a create that returned an id. Undefined if the id was issued before. */
  created(id: string, exchange: Exchange): KnownReport | undefined {
    const { about, sent, caller, endedAt } = exchange;
    const { service = '' } = about;
    if (this.clash(id, exchange)) return undefined;
    const before = this.withId(id);
    const report: KnownReport = {
      ...fresh(),
      id,
      service,
      creator: caller,
      sent,
      creation: exchange,
      createdAt: endedAt,
      // It may have been fetched while it was being created, with an id known from elsewhere.
      ...(before?.creator === '' && before.firstFetched && { firstFetched: before.firstFetched }),
      size: jsonSize(sent),
    };
    // Recorded first: a run may end at any moment.
    this.#listener?.created(createdOf(report));
    this.#keep(report);
    return report;
  }

  /** Records a fetched report that was unknown. */
  addFetched(id: string, service: string, at: number): KnownReport {
    const known = this.withId(id);
    if (known) return known;
    const report = { ...fresh(), id, service, creator: '', sent: undefined, createdAt: at };
    this.#keep(report);
    return report;
  }

  noteSeen(report: KnownReport, shown: JsonBody, exchange: Exchange): void {
    const { startedAt } = exchange;
    if (!report.firstFetched) {
      report.firstFetched = settledIn(report, shown, exchange);
      report.size += jsonSize(report.firstFetched);
    } else if (report.changes.length > 0)
      report.firstFetched = { ...settledIn(report, shown, exchange), ...report.firstFetched };
    report.seenAt = Math.max(startedAt, report.seenAt ?? 0);
    report.refused.clear();
    this.#keep(report);
  }

  /** Called when the server may have lost what it had stored, or restored what was deleted. */
  noteRestart(): void {
    for (const report of this.#byId.values()) report.faults.add('restart');
  }

  /** Called when a report was not found within the grace period. */
  noteMissed(): void {
    this.#inVain += 1;
  }

  /** Called when a deletion is sent: from now on the report may be gone. */
  startDeletion(report: KnownReport, by: string, id: string, startedAt: number): Deletion {
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

  /** The deletion of an exchange, whether or not it was recorded when it was sent. */
  deletionOf(
    report: KnownReport,
    { about, caller, startedAt }: Pick<Exchange, 'about' | 'caller' | 'startedAt'>,
  ): Deletion {
    return (
      openDeletion(report, caller) ??
      this.startDeletion(report, caller, about.report ?? '', startedAt)
    );
  }

  /** Records the result of a deletion. */
  endDeletion(
    report: KnownReport,
    { about, caller, startedAt, endedAt, response }: Exchange,
    { isSuccess, may }: { readonly isSuccess: boolean; readonly may: boolean | undefined },
  ): void {
    const deletion = this.deletionOf(report, { about, caller, startedAt });
    deletion.endedAt = endedAt;
    if (isSuccess && !deletion.isExact) {
      // An id in another case may be unknown (2.1 is silent); a caller without permission must not delete by
      // it.
      if (may === false) deletion.outcome = 'refusal';
      return;
    }
    const isFirst = isSuccess && !isDeleted(report);
    deletion.outcome = isSuccess ? 'success' : 'refusal';
    if (response.status === 202) deletion.isLate = true;
    if (isFirst) this.#listener?.deleted(createdOf(report));
  }

  /** Whether a request must find the report or must not; its own deletion is ignored. */
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

  /** Milliseconds until a report that a request has not found must be there. */
  untilDue({ about, startedAt, endedAt }: Exchange): number {
    const report = about.report ? this.find(about.service ?? '', about.report) : undefined;
    if (!report || report.seenAt !== undefined || isDeleted(report)) return 0;
    const due = report.createdAt + this.grace;
    return due < startedAt ? 0 : Math.max(1, Math.ceil(due - endedAt) + 1);
  }

  #keep(report: KnownReport): void {
    this.#byId.set(keyOf(report.id), report, report.size);
  }
}

/** The fields that have one value only, as far as is known. */
function settledIn(report: KnownReport, shown: JsonBody, exchange: Exchange): JsonBody {
  return Object.fromEntries(
    Object.entries(remembered(shown, 'Report')).filter(([field]) => setBy(report, field, exchange)),
  );
}

/** An id belongs to one report, also after its deletion; but it may have been seen before its creation was answered. */
function mayComeAgain({ faults, creator, createdAt }: KnownReport, startedAt: number): boolean {
  return faults.has('restart') || (creator === '' && createdAt >= startedAt);
}

/** A report as something that was created. */
export function createdOf({
  id,
  service,
  creator,
}: Pick<KnownReport, 'id' | 'service' | 'creator'>): Created {
  return {
    id,
    about: { service, report: id },
    creator,
  };
}
