import type { Analysis } from '../domain/analysis.ts';
import type { Caller } from '../domain/caller.ts';
import type { StoredReport } from '../domain/report.ts';

/** What is left of a caller's requests, and the quota period it was counted in. */
export interface Allowance {
  readonly left: number;
  readonly period: string;
}

/** All that a world holds, as plain JSON: what seed data, snapshots and `db.json` consist of. */
export interface Contents {
  readonly services: readonly string[];
  readonly callers: readonly Caller[];
  readonly analyses: readonly Analysis[];
  /** In the order of their creation. */
  readonly reports: readonly StoredReport[];
  /** Reports that are gone but remembered. */
  readonly deleted: readonly Pick<StoredReport, 'service' | 'id'>[];
  /** By caller id. A caller without one has not used the lookup yet. */
  readonly allowances: { readonly [callerId: string]: Allowance };
}

/** The same as a store holds it: lists grow and shrink; their entries are shared and never change. */
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

/** Lists of its own, with the same entries: worlds share what they begin with. */
export const copyOf = (contents: Contents): Data => ({
  services: [...contents.services],
  callers: [...contents.callers],
  analyses: [...contents.analyses],
  reports: [...contents.reports],
  deleted: [...contents.deleted],
  // Without a prototype, any caller id is a key like every other.
  allowances: Object.assign(Object.create(null), contents.allowances),
});
