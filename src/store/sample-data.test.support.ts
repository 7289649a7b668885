import type { Contents } from './contents.ts';
import { report } from './sample-report.test.support.ts';
import type { StateView } from './state.ts';

export { report };

export const someContents: Contents = {
  services: ['tunnelco', 'dyndnsco'],
  callers: [{ id: 'r1', name: 'Ada', token: 't1', roles: ['researcher'] }],
  analyses: [],
  reports: [report('seeded')],
  deleted: [{ service: 'tunnelco', id: 'gone' }],
  allowances: { r1: { left: 3, period: '2024-01' } },
};

export const added = (id: string) => ({ type: 'report-added', report: report(id) }) as const;

export const reportIds = ({ data }: StateView): string[] => data.reports.map(({ id }) => id);
