import type { StoredReport } from '../domain/report.ts';

export const report = (id: string, part: Partial<StoredReport> = {}): StoredReport => ({
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
});
