import type { Dialect } from '../dialects/dialect.ts';
import { type Report, type StoredReport, wholeReport } from '../domain/report.ts';
import type { components } from '../spec/api.generated.ts';
import { reportFields } from '../spec/fields.ts';
import { badReportParameter, findReport, type ReportPlace, reportPlace } from './find-report.ts';
import { clause, commonCauses, extraFields, mayNot, type Operation, open } from './operation.ts';

/** 4.2. */
export const fetchReport: Operation<ReportPlace, StoredReport> = {
  name: 'fetch',
  success: 'fetched',
  input: reportPlace,
  run(dependencies, caller, place) {
    const found = findReport(dependencies, place);
    if (!found.ok) return found;
    if (!dependencies.rules.may('fetch', caller, found.value))
      return mayNot('may-not-fetch', 'fetch', dependencies.dialect);
    return found;
  },
  body: (report, dialect) =>
    ({
      report: { ...viewOf(report, dialect), ...extraFields(dialect) },
      successful: true,
    }) satisfies components['schemas']['ReportFetched'],
  badParameter: badReportParameter,
  causes: {
    ...commonCauses,
    'malformed-request': open('fetch.status.malformed-request'),
    'missing-parameter': clause('fetch/missing-id-is-refused'),
    'malformed-id': clause('fetch/unknown-id-is-refused'),
    'no-token': open('fetch.who'),
    'unknown-token': open('fetch.who'),
    'unknown-service': open('feed.unknown-service'),
    'unknown-report': clause('fetch/unknown-id-is-refused'),
    'deleted-report': open('delete.afterwards'),
    'may-not-fetch': open('fetch.who'),
  },
};

/** Only the fields in the contract; the format of the time is open (2.1). */
function viewOf(report: StoredReport, dialect: Dialect): Report {
  const whole = wholeReport(report) as unknown as { readonly [field: string]: unknown };
  const view: { [field: string]: unknown } = {};
  for (const field of reportFields) {
    if (field === 'reportedAt') {
      view[field] = wallClock(report.reportedAt + offsetOf(dialect['report.time-zone']));
    } else if (whole[field] !== undefined) view[field] = whole[field];
  }
  return view as unknown as Report;
}

function wallClock(ms: number): string {
  const iso = new Date(ms).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}

/** `+05:30` in milliseconds. */
function offsetOf(zone: string): number {
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
