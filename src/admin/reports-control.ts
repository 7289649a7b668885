import type { Caller } from '../domain/caller.ts';
import type { StoredReport } from '../domain/report.ts';
import { mayCreate } from '../domain/rules.ts';
import { newStoredReport } from '../operations/create.ts';
import { reportFields } from '../spec/fields.ts';
import type { World } from '../worlds/world.ts';
import { ControlProblem } from './problem.ts';
import { checkNewReports, type NewReport } from './request-bodies/new-report-check.ts';
import { timeFrom } from './request-bodies/time.ts';

/** A report as the control plane shows it. */
export interface ReportView extends Omit<StoredReport, 'reportedAt'> {
  readonly reportedAt: string;
}

/** Which reports are meant, and how many of them. */
export interface ReportFilter {
  readonly service?: string;
  /** Words that all occur in its fields, times and other reports' ids apart, in any case. */
  readonly search?: string;
  /** At most so many, from 1 to 1,000; 50 where it is absent. */
  readonly limit?: number;
  /** Where the page before ended: its `next`. */
  readonly after?: number;
}

/** Some of the reports, and how to get the next. */
export interface ReportPage {
  /** The latest first. */
  readonly reports: readonly ReportView[];
  /** How many match on all pages together. */
  readonly total: number;
  /** Where the next page begins; absent on the last. */
  readonly next?: number;
}

/** The most that one page has. */
const longestPage = 1000;

export function reportPage({ store }: World, filter: ReportFilter = {}): ReportPage {
  const { service, search = '', limit = 50, after = Infinity } = filter;
  if (!Number.isInteger(limit) || limit < 1 || limit > longestPage) {
    const detail = `limit is ${limit}; expected a whole number from 1 to ${longestPage}`;
    throw new ControlProblem('invalid-request', detail);
  }
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const { state } = store;
  const found = state.data.reports.filter(
    (report) => (service === undefined || report.service === service) && hasAll(report, words),
  );
  const left = found.filter((report) => state.placeOf(report) < after).reverse();
  const last = left.length > limit ? left[limit - 1] : undefined;
  return {
    reports: left.slice(0, limit).map(reportView),
    total: found.length,
    ...(last && { next: state.placeOf(last) }),
  };
}

/** What one fetches a report for: neither when it was made nor which other one was the first. */
const searched = reportFields.filter((field) => !['reportedAt', 'firstSeenID'].includes(field));

function hasAll(report: StoredReport, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const shown: { readonly [field: string]: unknown } = { ...report };
  const text = searched
    .map((field) => String(shown[field] ?? ''))
    .join('\n')
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

export const reportView = (report: StoredReport): ReportView => ({
  ...report,
  reportedAt: new Date(report.reportedAt).toISOString(),
});

/** Resolves when all of them are safe. They are added together or not at all. */
export async function addReports(
  world: World,
  asked: readonly NewReport[],
): Promise<readonly ReportView[]> {
  checkNewReports(world, asked);
  const { store, ids } = world;
  const researcher = store.state.data.callers.find(mayCreate);
  const added: StoredReport[] = [];
  const safe: Promise<void>[] = [];
  // All of them first, or a report before could draw the id that one after it has.
  for (const { id } of asked) if (id !== undefined) ids.take(id);
  // No await before all are in: what is committed in one step is kept or lost as one.
  for (const one of asked) {
    const caller = one.createdBy === undefined ? researcher : store.state.caller(one.createdBy);
    const report = reportOf(world, caller as Caller, one);
    if (!store.state.hasService(one.service)) {
      safe.push(store.commit({ type: 'service-added', service: one.service }));
    }
    safe.push(store.commit({ type: 'report-added', report }));
    added.push(report);
  }
  await Promise.all(safe);
  return added.map(reportView);
}

function reportOf({ dependencies }: World, caller: Caller, asked: NewReport): StoredReport {
  const { service, createdBy: _, id, name, firstSeenID, reportedAt, ...sent } = asked;
  const made = newStoredReport(dependencies, caller, service, sent);
  const own = id ?? made.id;
  return {
    ...made,
    id: own,
    name: name ?? made.name,
    // A report that is the first about its file names itself.
    firstSeenID: firstSeenID ?? (made.firstSeenID === made.id ? own : made.firstSeenID),
    ...(reportedAt !== undefined && { reportedAt: timeFrom(reportedAt) }),
  };
}
