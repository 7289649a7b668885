import { createHash } from 'node:crypto';
import type { StoredReport } from '../domain/report.ts';
import { reportTime } from './seed-formats.ts';

type Made = 'id' | 'name' | 'firstSeenID';

/** A report as in a seed file. Missing fields are generated deterministically. */
export type SeedReport = Omit<StoredReport, Made | 'reportedAt' | 'reportedBy'> &
  Partial<Pick<StoredReport, Made>> & { readonly reportedAt?: string };

const firstTime = Date.UTC(2025, 0, 1);
const minute = 60_000;

/** Sorted by time, whatever their order in the file: it decides which is the first about a file. */
export function madeReports(
  written: readonly SeedReport[],
  nameOf: (callerId: string) => string,
  before: readonly StoredReport[] = [],
): StoredReport[] {
  let time = firstTime - minute;
  const alike = new Map<string, number>();
  const dated = written.map((report) => {
    time = report.reportedAt === undefined ? time + minute : reportTime(report.reportedAt);
    return {
      ...report,
      id: report.id ?? idOf(report, alike),
      name: report.name ?? report.tags[0] ?? 'untagged',
      reportedAt: time,
      reportedBy: nameOf(report.createdBy),
    };
  });
  const first = new Map<string, string>();
  for (const report of [...before].reverse()) first.set(fileOf(report), report.firstSeenID);
  return dated.sort(earliestFirst).map((report) => {
    const firstSeenID = report.firstSeenID ?? first.get(fileOf(report)) ?? report.id;
    if (!first.has(fileOf(report))) first.set(fileOf(report), firstSeenID);
    return { ...report, firstSeenID };
  });
}

/** Feed and file, as in the default of `report.first-seen`. */
function fileOf({ service, file256Hash }: Pick<SeedReport, 'service' | 'file256Hash'>): string {
  return `${service} ${file256Hash}`;
}

function earliestFirst(a: { reportedAt: number }, b: { reportedAt: number }): number {
  return a.reportedAt - b.reportedAt;
}

/** A version 4 UUID derived from the report's content. */
function idOf(report: SeedReport, alike: Map<string, number>): string {
  const { service, createdBy, c2Address, file256Hash } = report;
  const content = JSON.stringify([service, createdBy, c2Address, file256Hash]);
  const count = alike.get(content) ?? 0;
  alike.set(content, count + 1);
  const bytes = createHash('sha256').update(`${content} ${count}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
