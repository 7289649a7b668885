import type { Caller } from './caller.ts';
import type { ReportDraft, StoredReport } from './report.ts';

/** A draft as it was sent: some dialects let fields be left out. */
export type SentReport = Pick<ReportDraft, 'c2Address' | 'file256Hash'> & Partial<ReportDraft>;

/** Which earlier report `firstSeenID` names. */
export type FirstSeen = 'file' | 'address' | 'own' | 'random';

/**
 * Everything the service decides. What the specification states stands in this file; what it
 * leaves open is filled in by a dialect.
 */
export interface Rules {
  /** The token in an Authorization header, or undefined where there is none to be found. */
  readonly tokenIn: (header: string) => string | undefined;
  /** When a token that was issued at `since` expires. */
  readonly tokenExpiry: (since: number) => number;
  /** Whether a stranger is turned away before anything else of the request is looked at. */
  readonly authenticatesFirst: boolean;
  readonly mayCreate: (caller: Caller) => boolean;
  readonly mayFetch: (caller: Caller | undefined, report: StoredReport) => boolean;
  readonly mayDelete: (caller: Caller, report: StoredReport) => boolean;
  readonly mayLookUp: (caller: Caller) => boolean;
  /** Whether a report may be fetched without a token. */
  readonly fetchIsPublic: boolean;
  readonly sameId: (stored: string, asked: string) => boolean;
  readonly opensFeeds: boolean;
  readonly refusesDuplicates: boolean;
  readonly deletesAbsent: boolean;
  readonly remembersDeleted: boolean;
  /** What is wrong with a draft, beyond what its schema can check. */
  readonly problemWith: (draft: SentReport) => string | undefined;
  readonly asStored: (draft: SentReport) => ReportDraft;
  readonly newId: (random: (bytes: number) => Uint8Array, now: number) => string;
  readonly nameOf: (draft: ReportDraft, service: string) => string;
  readonly firstSeen: FirstSeen;
  /** What an analysis is found by: the hash, in lower case where the dialect ignores case. */
  readonly hashKey: (hash: string) => string;
  readonly countsMalformedHash: boolean;
  readonly requestsOf: (caller: Caller) => number;
  /** What one call takes off the count. */
  readonly cost: number;
  /** The name of the period that requests are counted in; with a new period the count is full again. */
  readonly quotaPeriod: (now: number) => string;
  /** Seconds until the next period; undefined where the count is never refilled. */
  readonly refillIn: (now: number) => number | undefined;
  /** Requests a second for one caller; undefined where there is no limit. */
  readonly rateLimit: number | undefined;
}

/** 4.1, 5: the caller must be a researcher. */
export const mayCreate = (caller: Caller): boolean => caller.roles.includes('researcher');

/** 4.3: the creator, or the service that owns the feed. */
export const mayDelete = (caller: Caller, report: StoredReport): boolean =>
  caller.id === report.createdBy || caller.owns === report.service;

/** 4.4: SHA-256 and BLAKE3 have 64 digits, SHA-512 has 128. */
export const isLookupHash = (text: string): boolean =>
  /^(?:[0-9a-f]{64}|[0-9a-f]{128})$/i.test(text);
