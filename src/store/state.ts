import type { Analysis } from '../domain/analysis.ts';
import { type Caller, hasToken } from '../domain/caller.ts';
import type { ReportDraft, StoredReport } from '../domain/report.ts';
import { draftFields } from '../spec/fields.ts';
import { hashesIn } from '../spec/file-hashes.ts';
import { type Allowance, type Contents, copyOf, type Data } from './contents.ts';

export type KeyFields = Pick<StoredReport, 'service' | 'file256Hash' | 'c2Address'>;

const likeness = {
  file: (r: KeyFields) => `${r.service}\n${r.file256Hash}`,
  address: (r: KeyFields) => `${r.service}\n${r.c2Address}`,
  both: (r: KeyFields) => `${r.service}\n${r.file256Hash}\n${r.c2Address}`,
  /** All that its creator has sent. */
  own: (r: KeyFields & Partial<StoredReport>) =>
    JSON.stringify([
      r.service,
      r.createdBy,
      ...draftFields.map((field) => r[field as keyof ReportDraft]),
    ]),
};

export type Likeness = keyof typeof likeness;

export function hashKeys(analysis: Analysis): string[] {
  return hashesIn(analysis).map((hash) => hash.toLowerCase());
}

/** Ids keep their case and are found in any case. */
export function reportKey(service: string, id: string): string {
  return `${service}\n${id.toLowerCase()}`;
}

/** Lookup tables, derived from the data and updated by each change. */
class Index {
  readonly services: Set<string>;
  readonly callers: Map<string, Caller>;
  readonly tokens: Map<string, Caller>;
  readonly hashes = new Map<string, Analysis>();
  readonly reports = new Map<string, StoredReport>();
  readonly deleted: Set<string>;
  readonly #places = new WeakMap<StoredReport, number>();
  #nextPlace = 1;
  /** Each built on first use: most dialects need one of the three. */
  readonly #alike = new Map<Likeness, Map<string, StoredReport[]>>();

  constructor({ services, callers, analyses, reports, deleted }: Contents) {
    this.services = new Set(services);
    this.callers = new Map(callers.map((caller) => [caller.id, caller]));
    this.tokens = new Map(callers.map((caller) => [caller.token, caller]));
    for (const one of analyses) for (const hash of hashKeys(one)) this.hashes.set(hash, one);
    for (const report of reports) this.addReport(report);
    this.deleted = new Set(deleted.map(({ service, id }) => reportKey(service, id)));
  }

  addReport(report: StoredReport): void {
    this.reports.set(reportKey(report.service, report.id), report);
    for (const [by, groups] of this.#alike) addTo(groups, likeness[by](report), report);
  }

  removeReport(report: StoredReport): void {
    this.reports.delete(reportKey(report.service, report.id));
    for (const [by, groups] of this.#alike) {
      const key = likeness[by](report);
      const others = groups.get(key)?.filter((one) => one !== report) ?? [];
      if (others.length > 0) groups.set(key, others);
      else groups.delete(key);
    }
  }

  /** Increases in the order of the reports. Computed only if a client pages. */
  placeOf(report: StoredReport): number {
    const places = this.#places;
    if (!places.has(report))
      for (const one of this.reports.values())
        if (!places.has(one)) places.set(one, this.#nextPlace++);
    return places.get(report) ?? 0;
  }

  alike(by: Likeness): ReadonlyMap<string, readonly StoredReport[]> {
    const known = this.#alike.get(by);
    if (known) return known;
    const groups = new Map<string, StoredReport[]>();
    // Maps iterate in insertion order.
    for (const report of this.reports.values()) addTo(groups, likeness[by](report), report);
    this.#alike.set(by, groups);
    return groups;
  }
}

function addTo(groups: Map<string, StoredReport[]>, key: string, report: StoredReport): void {
  const group = groups.get(key);
  if (group) group.push(report);
  else groups.set(key, [report]);
}

/** The read-only interface. */
export type StateView = Omit<State, 'index' | 'data'> & { readonly data: Contents };

/** Plain data with its index. */
export class State {
  readonly data: Data;
  readonly index: Index;

  constructor(data: Data) {
    this.data = data;
    this.index = new Index(data);
  }

  readonly hasService = (service: string): boolean => this.index.services.has(service);
  readonly caller = (id: string): Caller | undefined => this.index.callers.get(id);
  /** A caller whose token is not known has an empty one, by which nobody is found. */
  readonly callerByToken = (token: string): Caller | undefined =>
    hasToken({ token }) ? this.index.tokens.get(token) : undefined;
  /** By any hash that files are looked up by, in lower case. */
  readonly analysis = (hash: string): Analysis | undefined => this.index.hashes.get(hash);
  readonly report = (service: string, id: string): StoredReport | undefined =>
    this.index.reports.get(reportKey(service, id));
  /** Greater for later reports. */
  readonly placeOf = (report: StoredReport): number => this.index.placeOf(report);
  readonly wasDeleted = (service: string, id: string): boolean =>
    this.index.deleted.has(reportKey(service, id));
  /** The earliest report in the same feed with the same file, address or both. */
  readonly firstLike = (report: KeyFields, by: Likeness): StoredReport | undefined =>
    this.index.alike(by).get(likeness[by](report))?.[0];
  readonly allowance = (callerId: string): Allowance | undefined => this.data.allowances[callerId];
  /** A copy that later changes do not affect. */
  readonly contents = (): Contents => copyOf(this.data);
}
