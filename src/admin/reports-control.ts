import type { Caller } from '../domain/caller.ts';
import type { StoredReport } from '../domain/report.ts';
import { mayCreate } from '../domain/rules.ts';
import { newStoredReport } from '../operations/create.ts';
import { reportFields } from '../spec/fields.ts';
import type { World } from '../worlds/world.ts';
import { ControlProblem } from './problem.ts';
import { checkNewReports, type NewReport } from './request-bodies/new-report-check.ts';
import { timeFrom } from './request-bodies/time.ts';

/** A report, as listed by the control plane. */
export interface ReportView extends Omit<StoredReport, 'reportedAt'> {
  readonly reportedAt: string;
}

/** Selects and pages reports. */
export interface ReportFilter {
  readonly service?: string;
  /** Words that must all occur in its fields, ignoring case; `reportedAt` and `firstSeenID` are not searched. */
  readonly search?: string;
  /** The page size, from 1 to 1,000. Default: 50. */
  readonly limit?: number;
  /** The `next` of the previous page. */
  readonly after?: number;
}

/** One page of reports. */
export interface ReportPage {
  /** Newest first. */
  readonly reports: readonly ReportView[];
  /** The number of matches on all pages. */
  readonly total: number;
  /** The start of the next page; absent on the last. */
  readonly next?: number;
}

/** The largest page size. */
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

export const reportView = (report: StoredReport): ReportView => ({
  ...report,
  reportedAt: new Date(report.reportedAt).toISOString(),
});

/** Resolves when all are durable. They are added atomically. */
export async function addReports(
  world: World,
  asked: readonly NewReport[],
): Promise<readonly ReportView[]> {
  checkNewReports(world, asked);
  const { store, ids } = world;
  const researcher = store.state.data.callers.find(mayCreate);
  const added: StoredReport[] = [];
  const safe: Promise<void>[] = [];
  // All ids first: otherwise an earlier report could be assigned the id of a later one.
  for (const { id } of asked) if (id !== undefined) ids.take(id);
  // No await in between: changes of one step are stored or lost together.
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
    // The first report about a file refers to itself.
    firstSeenID: firstSeenID ?? (made.firstSeenID === made.id ? own : made.firstSeenID),
    ...(reportedAt !== undefined && { reportedAt: timeFrom(reportedAt) }),
  };
}
