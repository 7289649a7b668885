import { type Outcome, ok, type Refusal, refused } from '../domain/refusal.ts';
import type { StoredReport } from '../domain/report.ts';
import type { Dependencies } from './dependencies.ts';
import type { ValidRequest } from './operation.ts';

/** The report an operation refers to. */
export interface ReportPlace {
  readonly service: string;
  readonly id: string;
}

export function reportPlace({ params, query }: ValidRequest): ReportPlace {
  return {
    service: String(params.service),
    id: String(query.report),
  };
}

/** A report is found only in its own feed (2.1). */
export function findReport(
  { store, rules }: Dependencies,
  place: ReportPlace,
): Outcome<StoredReport> {
  const { service, id } = place;
  if (!store.state.hasService(service) && !rules.opensFeeds) {
    return refused({ kind: 'unknown-service', service });
  }
  const report = store.state.report(service, id);
  if (report && rules.sameId(report.id, id)) return ok(report);
  const kind = store.state.wasDeleted(service, id) ? 'deleted-report' : 'unknown-report';
  return refused({ kind, id });
}

export function badReportParameter(name: string, value: unknown): Refusal | undefined {
  if (name !== 'report') return undefined;
  if (value === undefined || value === '') return { kind: 'missing-parameter' };
  if (typeof value === 'string') return { kind: 'malformed-id' };
  const problem = 'The parameter report is given more than once. Send it once.';
  return { kind: 'malformed-request', problem };
}
