import type { ClauseId } from '../../src/spec/clauses.generated.ts';
import type { JsonBody } from '../talk/answer.ts';
import type { OnCreating } from '../talk/creates.ts';
import type { Exchange } from '../talk/exchange.ts';

/** An attempt to delete a report by its id. */
export interface Deletion {
  readonly startedAt: number;
  endedAt: number;
  /** unclear: it is under way, failed, or named the id in another case. */
  outcome: 'unclear' | 'success' | 'refusal';
  readonly by: string;
  readonly isExact: boolean;
  /** 202: it has been accepted, and may take a moment. */
  isLate?: boolean;
}

/** A report that the history tells of. */
export interface KnownReport {
  readonly id: string;
  readonly service: string;
  /** The key of the caller who created it; empty where that was not seen. */
  readonly creator: string;
  readonly sent: unknown;
  /** The exchange that created it; undefined where that was not seen. */
  readonly creation?: Exchange;
  readonly createdAt: number;
  /** How it was shown the first time. */
  shown?: JsonBody;
  /** When the last fetch that found it was sent. */
  seenAt?: number;
  /** The callers who have fetched it and saw it as it was shown the first time. */
  readonly readers: Set<string>;
  /** The callers who were refused it since it was last seen, and had to find it if anybody does. */
  readonly refused: Set<string>;
  readonly deletions: Deletion[];
  /** What may have changed it since it was shown the first time. */
  readonly changedBy: Set<ClauseId>;
  /** What has been found to be wrong with it; nothing more is concluded from that. */
  readonly faults: Set<string>;
  size: number;
}

/**
 * gone: it was deleted. there: it was created, and nothing can have removed it. young: the same, but it may
 * take a moment to appear.
 */
export type Presence = 'there' | 'gone' | 'young' | 'unsure';

/** A report that a target said it stored, by an id that cannot be named in a deletion. */
export interface Stray {
  readonly service: string;
  readonly id: unknown;
  readonly creator: string;
}

/** Called when a report is created or deleted, so that it can be written down at once. */
export interface ReportListener {
  readonly creating?: OnCreating;
  created(report: Pick<KnownReport, 'id' | 'service' | 'creator'>): void;
  deleted(report: Pick<KnownReport, 'id' | 'service'>): void;
}

export const isDeleted = ({ deletions }: KnownReport): boolean =>
  deletions.some(({ outcome }) => outcome === 'success');

/** Nobody has tried to delete it but those who were refused. */
export const isLive = ({ deletions }: KnownReport): boolean =>
  deletions.every(({ outcome }) => outcome === 'refusal');

/** The latest deletion by a caller that has no answer yet: one before may never get any. */
export const openDeletion = ({ deletions }: KnownReport, caller: string): Deletion | undefined =>
  deletions.findLast((one) => one.by === caller && one.endedAt === Number.POSITIVE_INFINITY);

/** What is known of a report that nothing has happened to yet. */
export const fresh = () => ({
  readers: new Set<string>(),
  refused: new Set<string>(),
  deletions: [],
  changedBy: new Set<ClauseId>(),
  faults: new Set<string>(),
  size: 0,
});
