import { expect, test } from 'vitest';
import type { Exchange } from '../../judging/talk/exchange.ts';
import type { KnownReport } from '../model/known/known-report.ts';
import { worthFetching } from './delete.ts';

/** Reports that were deleted at the time 10. */
function deleted(count: number): KnownReport[] {
  return Array.from({ length: count }, (_, nth) => ({
    id: `report-${nth}`,
    service: 'feed',
    deletions: [{ outcome: 'success', endedAt: 10 }],
  })) as unknown as KnownReport[];
}

function fetchOf(report: string, startedAt: number, service = 'feed'): Exchange {
  return { operation: 'fetch', about: { service, report }, startedAt } as unknown as Exchange;
}

test('of many deleted reports, those that nobody has looked for since are all fetched', () => {
  const reports = deleted(100);
  const asked = reports.slice(0, 50).map(({ id }) => fetchOf(id, 20));
  const before = fetchOf('report-70', 5);
  const elsewhere = fetchOf('report-71', 20, 'another feed');
  const some = worthFetching(reports, [before, ...asked, elsewhere]).map(({ id }) => id);
  for (const { id } of reports.slice(50)) expect(some).toContain(id);
  expect(some).toHaveLength(60);
});

test('a few deleted reports are all fetched again', () => {
  const reports = deleted(60);
  const asked = reports.map(({ id }) => fetchOf(id, 20));
  expect(worthFetching(reports, asked)).toEqual(reports);
});
