import type { Dialect } from '../dialects/dialect.ts';
import { refused } from '../domain/refusal.ts';
import type { Report, StoredReport } from '../domain/report.ts';
import type { components } from '../spec/api.generated.ts';
import {
  badReportParameter,
  findReport,
  type ReportPlace,
  reportPlace,
  whenSettled,
} from './find-report.ts';
import { clause, commonCauses, extraFields, type Operation, open } from './operation.ts';

/** 4.2. */
export const fetchReport: Operation<ReportPlace, StoredReport> = {
  name: 'fetch',
  success: 'fetched',
  input: reportPlace,
  isPublic: (rules) => rules.fetchIsPublic,
  async run(basis, caller, place) {
    await whenSettled(basis, place.id);
    const found = findReport(basis, place);
    if (!found.ok) return found;
    if (!basis.rules.mayFetch(caller, found.value)) return refused({ kind: 'may-not-fetch' });
    return found;
  },
  body: (report, dialect) =>
    ({
      report: { ...shown(report, dialect), ...extraFields(dialect) },
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
  whoMay: (dialect) =>
    ({
      public: 'anybody, with or without a token.',
      known: 'everybody whose token is known.',
      researchers: 'researchers, and the service that owns the feed.',
      'creator-and-owner': 'whoever created the report, and the service that owns the feed.',
    })[dialect['fetch.who']],
};

/** A report with the fields of 2.1 and no others. */
const shown = (report: StoredReport, dialect: Dialect): Report => ({
  id: report.id,
  name: report.name,
  tags: report.tags,
  c2Address: report.c2Address,
  reportedAt: wallClock(report.reportedAt + offsetOf(dialect['report.time-zone'])),
  reportedBy: report.reportedBy,
  file256Hash: report.file256Hash,
  firstSeenID: report.firstSeenID,
  referenceLink: report.referenceLink,
  confidenceScore: report.confidenceScore,
});

function wallClock(ms: number): string {
  const time = new Date(ms).toISOString();
  return `${time.slice(0, 10)} ${time.slice(11, 19)}`;
}

/** `+05:30` in milliseconds. */
function offsetOf(zone: string): number {
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
