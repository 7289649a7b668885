import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';
import type { Exchange } from '../../../judging/talk/exchange.ts';
import type { ReportValue } from './report-value.ts';

/** An attempt to delete a report by its id. */
export interface Deletion {
  readonly startedAt: number;
  endedAt: number;
  /** unclear: in progress, failed, or with the id in another case. */
  outcome: 'unclear' | 'success' | 'refusal';
  readonly by: string;
  readonly isExact: boolean;
  /** 202: accepted, and may take a moment. */
  isLate?: boolean;
  /** The report had not been seen then, and may not have been there. */
  isBlind?: boolean;
  /** After how many milliseconds the report was still found, and when first no more by one of its readers. */
  shownFor?: number;
  goneAt?: number;
}

/** A report that is known from the history. */
export interface KnownReport extends ReportValue {
  readonly id: string;
  readonly service: string;
  /** The key of the caller that created it; empty if the creation was not seen. */
  readonly creator: string;
  /** The exchange that created it, if it was seen. */
  readonly creation?: Exchange;
  readonly createdAt: number;
  /** When the last fetch that found it was sent. */
  seenAt?: number;
  /** Callers that have fetched it and saw the same as in its first response. */
  readonly readers: Set<string>;
  /** Callers that were refused it since it was last seen, although one of them had to find it. */
  readonly refused: Set<string>;
  /** Callers that did not find it before it was seen, and how long after its creation that was. */
  readonly missed: Map<string, number>;
  readonly deletions: Deletion[];
  /** Clauses whose violation may have changed it since its first response. */
  readonly changedBy: Set<ClauseId>;
  /** Faults already found; nothing else is concluded from them. */
  readonly faults: Set<string>;
  size: number;
}

/** gone: deleted. there: created, and nothing can have removed it. young: the same, but it may take a moment to appear. */
export type Presence = 'there' | 'gone' | 'young' | 'unsure';

export function isDeleted({ deletions }: KnownReport): boolean {
  return deletions.some(({ outcome }) => outcome === 'success');
}

/** Whether its id may mean another report, or a restart of the server may have changed it: then nothing follows. */
export function isUncertain({ faults }: KnownReport): boolean {
  return faults.has('id') || faults.has('restart');
}

/** Whether all deletions so far were refused. */
export function isLive({ deletions }: KnownReport): boolean {
  return deletions.every(({ outcome }) => outcome === 'refusal');
}

/** The latest deletion by a caller without a response yet: an earlier one may never get one. */
export function openDeletion({ deletions }: KnownReport, caller: string): Deletion | undefined {
  return deletions.findLast((one) => one.by === caller && one.endedAt === Number.POSITIVE_INFINITY);
}

/** The initial state of a report. */
export function fresh() {
  return {
    readers: new Set<string>(),
    refused: new Set<string>(),
    missed: new Map<string, number>(),
    deletions: [],
    changes: [],
    changedBy: new Set<ClauseId>(),
    faults: new Set<string>(),
    size: 0,
  };
}

/** In characters of JSON. */
export function jsonSize(value: unknown): number {
  return (JSON.stringify(value) ?? '').length;
}
