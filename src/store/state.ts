import { type Analysis, lookupHashes } from '../domain/analysis.ts';
import type { Caller } from '../domain/caller.ts';
import type { StoredReport } from '../domain/report.ts';
import type { Change } from './change.ts';
import { type Allowance, type Contents, emptyContents } from './contents.ts';
import { ReportIndex } from './report-index.ts';

const keys = {
  file: (r: Pick<StoredReport, 'service' | 'file256Hash'>) => `${r.service} ${r.file256Hash}`,
  address: (r: Pick<StoredReport, 'service' | 'c2Address'>) => `${r.service} ${r.c2Address}`,
  both: (r: Pick<StoredReport, 'service' | 'file256Hash' | 'c2Address'>) =>
    `${r.service} ${r.file256Hash} ${r.c2Address}`,
};
export type SharedBy = keyof typeof keys;

/** What the rest of the program may read. Only a `Store` changes it. */
export type StateView = Omit<State, 'apply'>;

/** The state in memory, with the ways to find things in it. Knows nothing of disks. */
export class State {
  readonly #services = new Set<string>();
  readonly #callers = new Map<string, Caller>();
  readonly #callersByToken = new Map<string, Caller>();
  readonly #analyses = new Map<string, Analysis>();
  readonly #analysesByHash = new Map<string, Analysis>();
  readonly #feeds = new Map<string, Map<string, StoredReport>>();
  readonly #deleted = new Set<string>();
  readonly #allowances = new Map<string, Allowance>();
  /** Made when a dialect first asks: most need one of the three. */
  readonly #indexes = new Map<SharedBy, ReportIndex>();

  constructor(contents: Contents = emptyContents) {
    this.#load(contents);
  }

  hasService(service: string): boolean {
    return this.#services.has(service);
  }

  callerByToken(token: string): Caller | undefined {
    return this.#callersByToken.get(token);
  }

  caller(id: string): Caller | undefined {
    return this.#callers.get(id);
  }

  /** By SHA-256, SHA-512 or BLAKE3, in lower case. */
  analysis(hash: string): Analysis | undefined {
    return this.#analysesByHash.get(hash);
  }

  /** Ids are kept as they were given out and found in any case. */
  report(service: string, id: string): StoredReport | undefined {
    return this.#feeds.get(service)?.get(id.toLowerCase());
  }

  wasDeleted(service: string, id: string): boolean {
    return this.#deleted.has(`${service} ${id.toLowerCase()}`);
  }

  /** The earliest report in the same feed about the same file, address or both. */
  firstLike(report: StoredReport, sharedBy: SharedBy): StoredReport | undefined {
    let index = this.#indexes.get(sharedBy);
    if (!index) {
      index = new ReportIndex(keys[sharedBy], this.#reports());
      this.#indexes.set(sharedBy, index);
    }
    return index.first(keys[sharedBy](report));
  }

  allowance(callerId: string): Allowance | undefined {
    return this.#allowances.get(callerId);
  }

  /** Everything, as plain data. The parts are shared with the state, which never changes them. */
  contents(): Contents {
    return {
      services: [...this.#services],
      callers: [...this.#callers.values()],
      analyses: [...this.#analyses.values()],
      reports: [...this.#reports()],
      deleted: [...this.#deleted].map((key) => {
        const space = key.lastIndexOf(' ');
        return [key.slice(0, space), key.slice(space + 1)] as const;
      }),
      allowances: Object.fromEntries(this.#allowances),
    };
  }

  /** Makes a change and returns how to take it back. */
  apply(change: Change): () => void {
    switch (change.type) {
      case 'report-added':
        this.#add(change.report);
        return () => this.#remove(change.report);
      case 'report-removed': {
        const report = this.report(change.service, change.id);
        const key = `${change.service} ${change.id.toLowerCase()}`;
        if (report) this.#remove(report);
        if (change.remember) this.#deleted.add(key);
        return () => {
          if (report) this.#add(report);
          this.#deleted.delete(key);
        };
      }
      case 'allowance-set':
        return this.#set(this.#allowances, change.caller, change.allowance);
      case 'service-added': {
        if (this.#services.has(change.service)) return () => {};
        this.#services.add(change.service);
        return () => this.#services.delete(change.service);
      }
      case 'caller-set':
        return this.#putCaller(change.caller.id, change.caller);
      case 'caller-removed':
        return this.#putCaller(change.id, undefined);
      case 'analysis-added': {
        const before = this.#analyses.get(change.analysis.sha256Hash);
        this.#addAnalysis(change.analysis);
        return () => {
          this.#removeAnalysis(change.analysis);
          if (before) this.#addAnalysis(before);
        };
      }
      case 'replaced': {
        const before = this.contents();
        this.#load(change.contents);
        return () => this.#load(before);
      }
    }
  }

  *#reports(): Iterable<StoredReport> & Generator<StoredReport> {
    for (const feed of this.#feeds.values()) yield* feed.values();
  }

  #load(contents: Contents): void {
    for (const part of [
      this.#services,
      this.#callers,
      this.#callersByToken,
      this.#analyses,
      this.#analysesByHash,
      this.#feeds,
      this.#deleted,
      this.#allowances,
      this.#indexes,
    ]) {
      part.clear();
    }
    for (const service of contents.services) this.#services.add(service);
    for (const caller of contents.callers) this.#putCaller(caller.id, caller);
    for (const analysis of contents.analyses) this.#addAnalysis(analysis);
    for (const report of contents.reports) this.#add(report);
    for (const [service, id] of contents.deleted) this.#deleted.add(`${service} ${id}`);
    for (const [id, allowance] of Object.entries(contents.allowances)) {
      this.#allowances.set(id, allowance);
    }
  }

  #add(report: StoredReport): void {
    const feed = this.#feeds.get(report.service) ?? new Map<string, StoredReport>();
    this.#feeds.set(report.service, feed);
    feed.set(report.id.toLowerCase(), report);
    for (const index of this.#indexes.values()) index.add(report);
  }

  #remove(report: StoredReport): void {
    this.#feeds.get(report.service)?.delete(report.id.toLowerCase());
    for (const index of this.#indexes.values()) index.remove(report);
  }

  #putCaller(id: string, caller: Caller | undefined): () => void {
    const before = this.#callers.get(id);
    if (before) this.#callersByToken.delete(before.token);
    if (caller) {
      this.#callers.set(id, caller);
      this.#callersByToken.set(caller.token, caller);
    } else this.#callers.delete(id);
    return () => void this.#putCaller(id, before);
  }

  #addAnalysis(analysis: Analysis): void {
    this.#analyses.set(analysis.sha256Hash, analysis);
    for (const hash of lookupHashes(analysis))
      this.#analysesByHash.set(hash.toLowerCase(), analysis);
  }

  #removeAnalysis(analysis: Analysis): void {
    this.#analyses.delete(analysis.sha256Hash);
    for (const hash of lookupHashes(analysis)) this.#analysesByHash.delete(hash.toLowerCase());
  }

  #set<K, V>(map: Map<K, V>, key: K, value: V): () => void {
    const before = map.get(key);
    map.set(key, value);
    return () => {
      if (before === undefined) map.delete(key);
      else map.set(key, before);
    };
  }
}
