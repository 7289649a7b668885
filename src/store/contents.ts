import type { Analysis } from '../domain/analysis.ts';
import type { Caller } from '../domain/caller.ts';
import type { StoredReport } from '../domain/report.ts';

/** What is left of a caller's requests, and the quota period it was counted in. */
export interface Allowance {
  readonly left: number;
  readonly period: string;
}

/** All that a world holds, as plain data: what seed data, snapshots and restores consist of. */
export interface Contents {
  readonly services: readonly string[];
  readonly callers: readonly Caller[];
  readonly analyses: readonly Analysis[];
  readonly reports: readonly StoredReport[];
  /** Reports that are gone but remembered, as [service, id]. */
  readonly deleted: readonly (readonly [service: string, id: string])[];
  /** By caller id. A caller without one has not used the lookup yet. */
  readonly allowances: { readonly [callerId: string]: Allowance };
}

export const emptyContents: Contents = {
  services: [],
  callers: [],
  analyses: [],
  reports: [],
  deleted: [],
  allowances: {},
};
