import type { StoredReport } from '../domain/report.ts';
import type { Contents } from './contents.ts';
import type { StateView } from './state.ts';

export function report(id: string, part: Partial<StoredReport> = {}): StoredReport {
  return {
    id,
    service: 'tunnelco',
    createdBy: 'r1',
    name: `ü ${id}`,
    reportedAt: 1,
    reportedBy: 'Ada',
    firstSeenID: id,
    tags: ['rat'],
    c2Address: '192.0.2.1:80',
    file256Hash: 'a'.repeat(64),
    referenceLink: 'https://results.example/a',
    confidenceScore: 50,
    ...part,
  };
}

export const someContents: Contents = {
  services: ['tunnelco', 'dyndnsco'],
  callers: [{ id: 'r1', name: 'Ada', token: 't1', roles: ['researcher'] }],
  analyses: [],
  reports: [report('seeded')],
  deleted: [{ service: 'tunnelco', id: 'gone' }],
  allowances: { r1: { left: 3, period: '2024-01' } },
};

export function added(id: string) {
  return { type: 'report-added', report: report(id) } as const;
}

export function reportIds({ data }: StateView): string[] {
  return data.reports.map(({ id }) => id);
}
