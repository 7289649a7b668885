import type { components } from '../spec/api.generated.ts';

/** What a client supplies when creating a report (2.1, 4.1). */
export type ReportDraft = components['schemas']['ReportDraft'];

/** A report as it is fetched (2.1). */
export type Report = components['schemas']['Report'];

/** A report as it is kept: what is fetched of it, and whose it is. */
export interface StoredReport extends Omit<Report, 'reportedAt'> {
  /** The feed it belongs to, and no other. */
  readonly service: string;
  /** The id of the caller who created it. */
  readonly createdBy: string;
  /** Milliseconds since the epoch; how it is written is a matter of the dialect. */
  readonly reportedAt: number;
}
