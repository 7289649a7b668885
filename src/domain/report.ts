import type { components } from '../spec/api.generated.ts';
import { reportDefaults } from '../spec/fields.ts';

/** What a client supplies when creating a report (2.1, 4.1). */
export type ReportDraft = components['schemas']['ReportDraft'];

/** A fetched report (2.1). */
export type Report = components['schemas']['Report'];

/** Fields that every report was stored with; one that was stored before may lack any other. */
type Ever = keyof ReportDraft | 'id' | 'name' | 'reportedBy' | 'firstSeenID';

/** A stored report: the fetched fields, its feed and its creator. */
export interface StoredReport
  extends Pick<Report, Ever & keyof Report>,
    Partial<Omit<Report, Ever | 'reportedAt'>> {
  /** The only feed it belongs to. */
  readonly service: string;
  /** The creator's caller id. */
  readonly createdBy: string;
  /** Milliseconds since the epoch; the dialect decides the format. */
  readonly reportedAt: number;
}

/** With the `default` of openapi.yaml for fields that it was stored without. */
export function wholeReport(report: StoredReport): StoredReport & Omit<Report, 'reportedAt'> {
  return { ...reportDefaults, ...report } as StoredReport & Omit<Report, 'reportedAt'>;
}
