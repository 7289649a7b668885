import { type Bounds, RecentlyUsed } from '../../../../src/values/recently-used.ts';
import { isUuid } from '../../../../src/values/uuid.ts';
import type { Created, CreatedListener, Stray } from '../../../judging/model.ts';
import type { JsonBody } from '../../../judging/talk/answer.ts';
import { isJsonType } from '../../../judging/talk/body.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import { areNeighbours } from '../../requests/made-up.ts';
import { grace } from '../../time-limits.ts';
import {
  type Deletion,
  fresh,
  isDeleted,
  jsonSize,
  type KnownReport,
  openDeletion,
  type Presence,
} from './known-report.ts';
import { Lateness, type Look } from './lateness.ts';
import { setBy } from './report-value.ts';
import { areEqual } from './same-report.ts';

export interface ReportsOptions {
  /** No other client acts on the reports of this history: what was not seen did not happen. */
  readonly isAlone: boolean;
  /** How long a report may take to appear or disappear. */
  readonly grace?: number | undefined;
  readonly most?: Bounds;
  readonly listener?: CreatedListener | undefined;
}

type Sending = Pick<Exchange, 'about' | 'caller' | 'startedAt'>;

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
  /** After their creation, and after a deletion with 202. */
  readonly appearing: Lateness;
  readonly disappearing: Lateness;

  constructor({ isAlone, grace: longest = grace.ms, most = unbounded, listener }: ReportsOptions) {
    this.appearing = new Lateness(longest);
    this.disappearing = new Lateness(longest);
    this.#isAlone = isAlone;
    this.#byId = new RecentlyUsed<KnownReport>(most);
    this.#listener = listener;
  }

  get forgotten(): number {
    return this.#byId.forgotten;
  }

  withId(id: string): KnownReport | undefined {
    return this.#byId.get(keyOf(id));
  }

  find(service: string, id: string): KnownReport | undefined {
    const known = this.withId(id);
    return known?.service === service ? known : undefined;
  }

  /** The report that a request names by its feed and id. */
  named({ service = '', report }: Exchange['about']): KnownReport | undefined {
    return report ? this.find(service, report) : undefined;
  }

  /** Whether an unknown id may belong to a report next to one of these. */
  isNeighbour(id: string): boolean {
    return isUuid(id) && this.#byId.some((one) => areNeighbours(one.id, id));
  }

  /** Reports whose creation was seen, oldest first. */
  all(): KnownReport[] {
    const addCreated = [...this.#byId.values()].filter(({ creator }) => creator !== '');
    return addCreated.sort((a, b) => a.createdAt - b.createdAt);
  }

  /** Whether it holds for a report whose creation was seen. */
  some(test: (report: KnownReport) => boolean): boolean {
    return this.#byId.some((one) => one.creator !== '' && test(one));
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
    return this.some((one) => one.service === service && areEqual(one.sent, sent));
  }

  /** Records a create that returned an id. Undefined if the id was issued before. */
  created(id: string, exchange: Exchange): KnownReport | undefined {
    const { about, caller, endedAt } = exchange;
    const sent = sentAsJson(exchange);
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
    const { startedAt, caller } = exchange;
    if (report.seenAt === undefined && report.creation)
      this.appearing.note(startedAt - report.createdAt, report.missed.get(caller));
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

  /** Called when a fetch did not find a report: it may not be there yet, or be gone now. */
  noteMissed(report: KnownReport, { caller, endedAt }: Exchange): void {
    if (report.seenAt === undefined) {
      report.missed.set(caller, endedAt - report.createdAt);
      if (this.isReader(caller, report)) this.appearing.noteMissing(report.id);
    }
    if (!report.readers.has(caller)) return;
    for (const deletion of report.deletions)
      if (deletion.isLate && deletion.outcome === 'success' && deletion.goneAt === undefined) {
        deletion.goneAt = endedAt;
        this.disappearing.note(endedAt - deletion.endedAt, deletion.shownFor);
      }
  }

  /** Called when a fetch finds a report whose deletion was answered with 202. */
  noteStill({ deletions }: KnownReport, { startedAt }: Exchange): void {
    for (const deletion of deletions)
      if (deletion.isLate && deletion.goneAt === undefined && deletion.endedAt < startedAt)
        deletion.shownFor = startedAt - deletion.endedAt;
  }

  /** Called when a deletion is sent: from now on the report may be gone. */
  startDeletion(report: KnownReport, { about, caller, startedAt }: Sending): Deletion {
    const deletion: Deletion = {
      startedAt,
      endedAt: Number.POSITIVE_INFINITY,
      outcome: 'unclear',
      by: caller,
      isExact: about.report === report.id,
    };
    report.deletions.push(deletion);
    return deletion;
  }

  /** The deletion of an exchange, whether or not it was recorded when it was sent. */
  deletionOf(report: KnownReport, sending: Sending): Deletion {
    return openDeletion(report, sending.caller) ?? this.startDeletion(report, sending);
  }

  /** Records the result of a deletion. */
  endDeletion(
    report: KnownReport,
    exchange: Exchange,
    { isSuccess, may }: { readonly isSuccess: boolean; readonly may: boolean | undefined },
  ): void {
    const { startedAt, endedAt, response } = exchange;
    const deletion = this.deletionOf(report, exchange);
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
    if (this.#isYoung(report, startedAt)) deletion.isBlind = true;
    if (isFirst) this.#listener?.deleted(createdOf(report));
  }

  /** Whether a request must find the report or must not; its own deletion is ignored. */
  presence(report: KnownReport, exchange: Exchange): Presence {
    const { startedAt, endedAt, operation, caller } = exchange;
    const { creator, createdAt } = report;
    const own = operation === 'delete' ? openDeletion(report, caller) : undefined;
    const deletions = report.deletions.filter((one) => one !== own);
    const isGone = deletions.some(
      (one) => one.outcome === 'success' && this.#goneFrom(one, report) < startedAt,
    );
    if (isGone) return 'gone';
    if (!this.#isAlone || creator === '') return 'unsure';
    const isYoung = this.#isYoung(report, startedAt);
    if (createdAt >= startedAt || (isYoung && this.#mayBeLate(report))) return 'unsure';
    const mayBeGone = deletions.some((one) => one.outcome !== 'refusal' && one.startedAt < endedAt);
    if (mayBeGone) return 'unsure';
    return isYoung ? 'young' : 'there';
  }

  /** Milliseconds until a report that a request has not found must be there. */
  untilDue({ about, startedAt, endedAt }: Exchange): number {
    const report = this.named(about);
    if (!report || report.seenAt !== undefined || isDeleted(report)) return 0;
    const due = report.createdAt + this.appearing.grace;
    return due < startedAt ? 0 : Math.max(1, Math.ceil(due - endedAt) + 1);
  }

  /** Whether a caller has fetched another report of this creator from this feed. */
  isReader(caller: string, { creator, service }: KnownReport): boolean {
    return this.#byId.some(
      (one) => one.readers.has(caller) && one.creator === creator && one.service === service,
    );
  }

  /** Milliseconds until it is worth while to look again for a report that a look has not found. */
  untilFound(report: KnownReport, look: Look, isPatient: boolean): number | undefined {
    if (report.seenAt !== undefined || isDeleted(report)) return undefined;
    return this.appearing.untilNextLook(report.createdAt, look, isPatient);
  }

  /** The same for a report that a look has found although its deletion was answered with 202. */
  untilGone({ deletions }: KnownReport, look: Look): number | undefined {
    const late = deletions.find(({ outcome, isLate }) => outcome === 'success' && isLate);
    if (!late || late.goneAt !== undefined) return undefined;
    return this.disappearing.untilNextLook(late.endedAt, look, true);
  }

  /** Whether it was never seen, and may take longer to appear. */
  #isYoung({ seenAt, createdAt }: KnownReport, startedAt: number): boolean {
    return seenAt === undefined && createdAt + this.appearing.grace >= startedAt;
  }

  /** Whether reports may appear late: those that were accepted, or all where others did. */
  #mayBeLate({ creation }: KnownReport): boolean {
    return creation?.response.status === 202 || this.appearing.mayBeLate;
  }

  /** From when on a deleted report is gone: once somebody who could fetch it was refused, it stays so. */
  #goneFrom({ endedAt, isLate, isBlind, goneAt }: Deletion, report: KnownReport): number {
    // To delete what is not there may succeed, and it may appear later.
    if (isBlind && this.#mayBeLate(report)) return Number.POSITIVE_INFINITY;
    return isLate ? (goneAt ?? endedAt + this.disappearing.grace) : endedAt;
  }

  #keep(report: KnownReport): void {
    this.#byId.set(keyOf(report.id), report, report.size);
  }
}

/** The fields that have one value only, as far as is known. */
function settledIn(report: KnownReport, shown: JsonBody, exchange: Exchange): JsonBody {
  return Object.fromEntries(
    Object.entries(shown).filter(([field]) => setBy(report, field, exchange)),
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

/** A server may leave a body of another type unread (4.1). */
function sentAsJson({ sent, request: { headers } }: Exchange): unknown {
  const { 'content-type': type } = headers;
  return type === undefined || isJsonType(type) ? sent : undefined;
}
