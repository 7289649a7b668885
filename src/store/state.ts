import { type Analysis, lookupHashes } from '../domain/analysis.ts';
import type { Caller } from '../domain/caller.ts';
import type { StoredReport } from '../domain/report.ts';
import type { Change } from './change.ts';
import { type Allowance, type Contents, emptyContents } from './contents.ts';
import { byPlace, type Placed, ReportIndex } from './report-index.ts';
import { inReverse, put } from './undo.ts';

type KeyFields = Pick<StoredReport, 'service' | 'file256Hash' | 'c2Address'>;

/** Within a feed. */
const keys = {
  file: (r: KeyFields) => r.file256Hash,
  address: (r: KeyFields) => r.c2Address,
  both: (r: KeyFields) => `${r.file256Hash} ${r.c2Address}`,
};
export type SharedBy = keyof typeof keys;

/** All there is, in one piece that can be put aside and taken up again. */
interface Parts {
  readonly services: Set<string>;
  readonly callers: Map<string, Caller>;
  readonly callersByToken: Map<string, Caller>;
  readonly analyses: Map<string, Analysis>;
  readonly analysesByHash: Map<string, Analysis>;
  readonly feeds: Map<string, Map<string, Placed>>;
  /** Feeds to which a report came back that is not the latest. */
  readonly unsorted: Set<string>;
  readonly deleted: Set<string>;
  readonly allowances: Map<string, Allowance>;
  /** Made when a dialect first asks: most need one of the three. */
  readonly indexes: Map<SharedBy, ReportIndex>;
  nextPlace: number;
}

const emptyParts = (): Parts => ({
  services: new Set(),
  callers: new Map(),
  callersByToken: new Map(),
  analyses: new Map(),
  analysesByHash: new Map(),
  feeds: new Map(),
  unsorted: new Set(),
  deleted: new Set(),
  allowances: new Map(),
  indexes: new Map(),
  nextPlace: 0,
});

/** What the rest of the program may read. Only a `Store` changes it. */
export type StateView = Omit<State, 'apply' | 'unsaved'>;

/** The state in memory, with the ways to find things in it. Knows nothing of disks. */
export class State {
  /** Changes made and not saved yet, the earliest first, in the words of whoever saves them. */
  readonly unsaved: string[] = [];
  #parts: Parts = emptyParts();

  constructor(contents: Contents = emptyContents) {
    this.#load(contents);
  }

  hasService(service: string): boolean {
    return this.#parts.services.has(service);
  }

  callerByToken(token: string): Caller | undefined {
    return this.#parts.callersByToken.get(token);
  }

  caller(id: string): Caller | undefined {
    return this.#parts.callers.get(id);
  }

  /** By SHA-256, SHA-512 or BLAKE3, in lower case. */
  analysis(hash: string): Analysis | undefined {
    return this.#parts.analysesByHash.get(hash);
  }

  /** Ids are kept as they were given out and found in any case. */
  report(service: string, id: string): StoredReport | undefined {
    return this.#placed(service, id)?.report;
  }

  get reportCount(): number {
    let count = 0;
    for (const feed of this.#parts.feeds.values()) count += feed.size;
    return count;
  }

  count(of: 'services' | 'callers' | 'analyses'): number {
    return this.#parts[of].size;
  }

  /** Of one feed or of all, feed by feed. */
  placed(service?: string): Placed[] {
    if (service === undefined) return [...this.#inOrder()];
    return [...(this.#parts.feeds.get(service)?.values() ?? [])];
  }

  wasDeleted(service: string, id: string): boolean {
    return this.#parts.deleted.has(deletedKey(service, id));
  }

  /** The earliest report in the same feed about the same file, address or both. */
  firstLike(report: KeyFields, sharedBy: SharedBy): StoredReport | undefined {
    let index = this.#parts.indexes.get(sharedBy);
    if (!index) {
      index = new ReportIndex(keys[sharedBy], this.#inOrder());
      this.#parts.indexes.set(sharedBy, index);
    }
    return index.first(report.service, keys[sharedBy](report));
  }

  allowance(callerId: string): Allowance | undefined {
    return this.#parts.allowances.get(callerId);
  }

  /** Everything, as plain data. The parts are shared with the state, which never changes them. */
  contents(): Contents {
    return {
      services: [...this.#parts.services],
      callers: [...this.#parts.callers.values()],
      analyses: [...this.#parts.analyses.values()],
      reports: Array.from(this.#inOrder(), ({ report }) => report),
      deleted: [...this.#parts.deleted].map((key) => {
        const space = key.lastIndexOf(' ');
        return [key.slice(0, space), key.slice(space + 1)] as const;
      }),
      allowances: Object.fromEntries(this.#parts.allowances),
    };
  }

  /**
   * Makes a change and returns how to take it back. Changes are taken back the latest first, and
   * then leave no trace, not even in the order of the reports.
   */
  apply(change: Change): () => void {
    switch (change.type) {
      case 'report-added':
        return this.#addReport(change.report);
      case 'report-removed':
        return this.#removeReport(change.service, change.id, change.remember);
      case 'allowance-set':
        return put(this.#parts.allowances, change.caller, change.allowance);
      case 'service-added': {
        if (this.#parts.services.has(change.service)) return () => {};
        this.#parts.services.add(change.service);
        return () => this.#parts.services.delete(change.service);
      }
      case 'caller-set':
        return this.#putCaller(change.caller.id, change.caller);
      case 'caller-removed':
        return this.#putCaller(change.id, undefined);
      case 'analysis-added':
        return this.#addAnalysis(change.analysis);
      case 'replaced': {
        const before = this.#parts;
        this.#load(change.contents);
        return () => {
          this.#parts = before;
        };
      }
    }
  }

  #placed(service: string, id: string): Placed | undefined {
    return this.#parts.feeds.get(service)?.get(id.toLowerCase());
  }

  *#inOrder(): Generator<Placed> {
    for (const service of this.#parts.unsorted) {
      const feed = [...(this.#parts.feeds.get(service) ?? [])].sort(([, a], [, b]) =>
        byPlace(a, b),
      );
      this.#parts.feeds.set(service, new Map(feed));
    }
    this.#parts.unsorted.clear();
    for (const feed of this.#parts.feeds.values()) yield* feed.values();
  }

  #load(contents: Contents): void {
    this.#parts = emptyParts();
    for (const service of contents.services) this.#parts.services.add(service);
    for (const caller of contents.callers) this.#putCaller(caller.id, caller);
    for (const analysis of contents.analyses) this.#addAnalysis(analysis);
    for (const report of contents.reports) this.#addReport(report);
    for (const [service, id] of contents.deleted) this.#parts.deleted.add(deletedKey(service, id));
    for (const [id, allowance] of Object.entries(contents.allowances)) {
      this.#parts.allowances.set(id, allowance);
    }
  }

  #addReport(report: StoredReport): () => void {
    const before = this.#placed(report.service, report.id);
    if (before) this.#drop(before);
    const placed = { report, place: this.#parts.nextPlace };
    this.#parts.nextPlace += 1;
    this.#feed(report.service).set(report.id.toLowerCase(), placed);
    for (const index of this.#parts.indexes.values()) index.add(placed);
    return () => {
      this.#drop(placed);
      if (before) this.#bringBack(before);
    };
  }

  #removeReport(service: string, id: string, remember: boolean): () => void {
    const placed = this.#placed(service, id);
    const key = deletedKey(service, id);
    const remembers = remember && !this.#parts.deleted.has(key);
    if (placed) this.#drop(placed);
    if (remembers) this.#parts.deleted.add(key);
    return () => {
      if (placed) this.#bringBack(placed);
      if (remembers) this.#parts.deleted.delete(key);
    };
  }

  #feed(service: string): Map<string, Placed> {
    const feed = this.#parts.feeds.get(service) ?? new Map<string, Placed>();
    this.#parts.feeds.set(service, feed);
    return feed;
  }

  #drop(placed: Placed): void {
    const { service, id } = placed.report;
    this.#parts.feeds.get(service)?.delete(id.toLowerCase());
    for (const index of this.#parts.indexes.values()) index.remove(placed);
  }

  #bringBack(placed: Placed): void {
    const { service, id } = placed.report;
    this.#feed(service).set(id.toLowerCase(), placed);
    this.#parts.unsorted.add(service);
    for (const index of this.#parts.indexes.values()) index.restore(placed);
  }

  #putCaller(id: string, caller: Caller | undefined): () => void {
    const before = this.#parts.callers.get(id);
    const undo = [put(this.#parts.callers, id, caller)];
    // A token may meanwhile be somebody else's.
    if (before && this.#parts.callersByToken.get(before.token) === before) {
      undo.push(put(this.#parts.callersByToken, before.token, undefined));
    }
    if (caller) undo.push(put(this.#parts.callersByToken, caller.token, caller));
    return () => inReverse(undo);
  }

  #addAnalysis(analysis: Analysis): () => void {
    const before = this.#parts.analyses.get(analysis.sha256Hash);
    const undo = [put(this.#parts.analyses, analysis.sha256Hash, analysis)];
    for (const hash of before ? lookupHashes(before) : []) {
      undo.push(put(this.#parts.analysesByHash, hash.toLowerCase(), undefined));
    }
    for (const hash of lookupHashes(analysis)) {
      undo.push(put(this.#parts.analysesByHash, hash.toLowerCase(), analysis));
    }
    return () => inReverse(undo);
  }
}

const deletedKey = (service: string, id: string): string => `${service} ${id.toLowerCase()}`;
