import type { Analysis } from '../domain/analysis.ts';
import type { Caller } from '../domain/caller.ts';
import type { StoredReport } from '../domain/report.ts';

/** A caller's remaining lookups, and the quota period they belong to. */
export interface Allowance {
  readonly left: number;
  readonly period: string;
}

/** The contents of a world as plain JSON: the format of seed data, snapshots and `db.json`. */
export interface Contents {
  readonly services: readonly string[];
  readonly callers: readonly Caller[];
  readonly analyses: readonly Analysis[];
  /** In order of creation. */
  readonly reports: readonly StoredReport[];
  /** Deleted reports whose ids are remembered. */
  readonly deleted: readonly Pick<StoredReport, 'service' | 'id'>[];
  /** By caller id. Absent for a caller without lookups so far. */
  readonly allowances: { readonly [callerId: string]: Allowance };
}

/** The same, mutable: lists change, their entries are shared and immutable. */
export type Data = {
  -readonly [Part in keyof Contents]: Contents[Part] extends readonly (infer Entry)[]
    ? Entry[]
    : { [callerId: string]: Allowance };
};

export const emptyContents: Contents = {
  services: [],
  callers: [],
  analyses: [],
  reports: [],
  deleted: [],
  allowances: {},
};

/** Copies the lists, not the entries: worlds share their initial data. */
export function copyOf(contents: Contents): Data {
  return {
    services: [...contents.services],
    callers: [...contents.callers],
    analyses: [...contents.analyses],
    reports: [...contents.reports],
    deleted: [...contents.deleted],
    // Without a prototype, any caller id is safe as a key.
    allowances: Object.assign(Object.create(null), contents.allowances),
  };
}
