import type { ReportDraft, StoredReport } from '../../src/domain/report.ts';
import type { Contents } from '../../src/store/contents.ts';
import type { Client } from './client.ts';

/** A report as it was sent, and to whom. */
export type Draft = ReportDraft & Pick<StoredReport, 'service' | 'createdBy'>;

export type ReportInState = Draft & { readonly id: string };

/** What a server holds, as its control plane or its folder shows it. */
export interface ServerState {
  readonly reports: ReadonlyMap<string, ReportInState>;
  /** Lookups left, by caller id. */
  readonly left: ReadonlyMap<string, number>;
}

interface StateView {
  readonly reports: readonly ReportInState[];
  readonly callers: readonly { readonly id: string; readonly requestsLeft: number }[];
}

export async function stateOf(client: Client): Promise<ServerState> {
  const { json } = await client.must({ path: '/__admin/state' });
  const { reports, callers } = json as unknown as StateView;
  return {
    reports: new Map(reports.map((report) => [report.id, report])),
    left: new Map(callers.map(({ id, requestsLeft }) => [id, requestsLeft])),
  };
}

/** The same from the contents of a folder, for callers whose requests were set. */
export function stateIn({ reports, callers, allowances }: Contents): ServerState {
  return {
    reports: new Map(reports.map((report) => [report.id, report])),
    left: new Map(callers.map(({ id, requests = 300 }) => [id, allowances[id]?.left ?? requests])),
  };
}
