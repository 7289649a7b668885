import type { components } from '../spec/api.generated.ts';

/** What a client supplies when creating a report (2.1, 4.1). */
export type ReportDraft = components['schemas']['ReportDraft'];

/** A fetched report (2.1). */
export type Report = components['schemas']['Report'];

/** A stored report: the fetched fields, its feed and its creator. */
export interface StoredReport extends Omit<Report, 'reportedAt'> {
  /** The only feed it belongs to. */
  readonly service: string;
  /** The creator's caller id. */
  readonly createdBy: string;
  /** Milliseconds since the epoch; the dialect decides the format. */
  readonly reportedAt: number;
}
