import { setImmediate } from 'node:timers/promises';
import { type Mistake, mistakeAt } from '../../document/document.ts';
import { keyOf } from '../../document/path.ts';
import type { Caller } from '../../domain/caller.ts';
import { type StoredReport, wholeReport } from '../../domain/report.ts';
import { mayCreate } from '../../domain/rules.ts';
import { newStoredReport } from '../../operations/create.ts';
import type { components, operations } from '../../spec/admin.generated.ts';
import { reportFields } from '../../spec/fields.ts';
import { nearest } from '../../values/nearest.ts';
import type { World } from '../../worlds/world.ts';
import { refuse, unknownNamed } from './problem.ts';
import { isInRange, timeFrom, type When } from './time.ts';

type Listing = operations['listReports'];

/** A report, as listed by the control plane. */
export type ReportView = components['schemas']['Report'];

/** A report to add; omitted fields get the values that the API would assign. */
export type NewReport = Omit<components['schemas']['NewReport'], 'reportedAt'> & {
  readonly reportedAt?: When;
};

/** Selects and pages reports. */
export type ReportFilter = NonNullable<Listing['parameters']['query']>;

/** One page of reports, newest first. */
export type ReportPage = Listing['responses'][200]['content']['application/json'];

/** How many reports are searched before other requests have their turn. */
const mostInTurn = 2000;

/** Pauses where a turn ends; shows the reports of the beginning. */
function* pageInTurns({ store }: World, filter: ReportFilter): Generator<void, ReportPage> {
  const { service, search = '', limit = 50, after = Infinity } = filter;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const { state } = store;
  const all = [...state.data.reports];
  const placeOf = (report: StoredReport): number => state.placeOf(report);
  // Those deleted meanwhile keep their places.
  if (all[0]) placeOf(all[0]);
  const found: StoredReport[] = [];
  for (const [nth, report] of all.entries()) {
    if (nth % mostInTurn === mostInTurn - 1) yield;
    if ((service ?? report.service) === report.service && hasAll(report, words)) found.push(report);
  }
  const left = found.filter((report) => placeOf(report) < after).reverse();
  const last = left.length > limit ? left[limit - 1] : undefined;
  return {
    reports: left.slice(0, limit).map(reportView),
    total: found.length,
    ...(last && { next: placeOf(last) }),
  };
}

export function reportPage(world: World, filter: ReportFilter = {}): ReportPage {
  const turns = pageInTurns(world, filter);
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
  }
}

/** For requests, so that others are answered meanwhile. */
export async function searchReports(world: World, filter: ReportFilter): Promise<ReportPage> {
  const turns = pageInTurns(world, filter);
  for (;;) {
    const { done, value } = turns.next();
    if (done) return value;
    await setImmediate();
  }
}

/** Neither times nor ids of other reports are searched. */
const searched = reportFields.filter((field) => !['reportedAt', 'firstSeenID'].includes(field));

function hasAll(report: StoredReport, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const fields: { readonly [field: string]: unknown } = { ...report };
  const text = searched
    .map((field) => String(fields[field] ?? ''))
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

export function reportView(report: StoredReport): ReportView {
  return {
    ...wholeReport(report),
    reportedAt: new Date(report.reportedAt).toISOString(),
  };
}

/** Adds well-formed reports, all of them or none. */
export function addReports(world: World, asked: readonly NewReport[]): readonly ReportView[] {
  refuse(unfitting(world, asked), 'The list');
  const { store, ids } = world;
  const creator = store.state.data.callers.find(mayCreate);
  const added: StoredReport[] = [];
  // All ids first: otherwise an earlier report could be assigned the id of a later one.
  for (const { id } of asked) if (id !== undefined) ids.take(id);
  for (const one of asked) {
    const caller = one.createdBy === undefined ? creator : store.state.caller(one.createdBy);
    const report = reportOf(world, caller as Caller, one);
    if (!store.state.hasService(one.service)) {
      store.commit({ type: 'service-added', service: one.service });
    }
    store.commit({ type: 'report-added', report });
    added.push(report);
  }
  return added.map(reportView);
}

/** Removes a report as a delete does. */
export function removeReport({ store, dependencies }: World, id: string): void {
  const { reports } = store.state.data;
  const report = reports.find((one) => one.id.toLowerCase() === id.toLowerCase());
  if (!report) throw unknownNamed('report', id, '');
  const remember = dependencies.rules.remembersDeleted;
  store.commit({ type: 'report-removed', service: report.service, id: report.id, remember });
}

/** Conflicts of well-formed reports with the world, or between them. */
function unfitting({ store, dependencies }: World, reports: readonly NewReport[]): Mistake[] {
  const { services, callers, reports: there } = store.state.data;
  const taken = new Set(there.map(({ id }) => id.toLowerCase()));
  const callerIds = new Set(callers.map(({ id }) => id));
  const hasCreator = callers.some(mayCreate);
  const feeds = new Set(services);
  const found: Mistake[] = [];
  const wrong = (at: number, key: keyof NewReport, seen: string, expected: string) => {
    const path = ['reports', at, key];
    found.push(mistakeAt(path, `${keyOf(path)} is ${seen}; expected ${expected}`));
  };
  for (const [at, { service, createdBy, id, reportedAt }] of reports.entries()) {
    if (!feeds.has(service) && !dependencies.rules.opensFeeds) {
      wrong(at, 'service', `"${service}"`, `a service of this world${meant(service, feeds)}`);
    }
    if (createdBy === undefined && !hasCreator) {
      wrong(at, 'createdBy', 'missing', 'the id of a caller, since nobody here may create reports');
    }
    if (createdBy !== undefined && !callerIds.has(createdBy)) {
      wrong(at, 'createdBy', `"${createdBy}"`, `the id of a caller${meant(createdBy, callerIds)}`);
    }
    if (id !== undefined && taken.has(id.toLowerCase())) {
      wrong(at, 'id', `"${id}"`, 'an id that no other report has');
    }
    if (id !== undefined) taken.add(id.toLowerCase());
    if (reportedAt !== undefined && !isInRange(new Date(reportedAt).getTime())) {
      wrong(at, 'reportedAt', `"${reportedAt}"`, 'a time between 1970 and 9999');
    }
  }
  return found;
}

function meant(name: string, known: ReadonlySet<string>): string {
  const near = nearest(name, known);
  return near === undefined ? '' : `; did you mean ${near}?`;
}

function reportOf({ dependencies }: World, caller: Caller, asked: NewReport): StoredReport {
  const { service, createdBy: _, id, name, firstSeenID, reportedAt, ...sent } = asked;
  const made = newStoredReport(dependencies, caller, service, sent);
  const own = id ?? made.id;
  return {
    ...made,
    id: own,
    name: name ?? made.name,
    // The first report about a file refers to itself.
    firstSeenID: firstSeenID ?? (made.firstSeenID === made.id ? own : made.firstSeenID),
    ...(reportedAt !== undefined && { reportedAt: timeFrom(reportedAt) }),
  };
}
