import { type WhoMay, whoMay } from '../spec/who-may.ts';
import type { Caller } from './caller.ts';
import type { OperationName } from './operation.ts';
import type { ReportDraft, StoredReport } from './report.ts';

/** A draft as sent: some dialects make fields optional. */
export type SentReport = Pick<ReportDraft, 'c2Address' | 'file256Hash'> & Partial<ReportDraft>;

/** Which earlier report `firstSeenID` names. */
export type FirstSeen = 'file' | 'address' | 'own' | 'random';

/**
 * All decisions of the service. Those of the specification are in this file; a dialect makes the
 * rest.
 */
export interface Rules {
  /** The token in an Authorization header; undefined without one. */
  readonly tokenIn: (header: string) => string | undefined;
  /** When a token issued at `since` expires. */
  readonly tokenExpiry: (since: number) => number;
  /** Whether unknown callers are refused before any other check. */
  readonly authenticatesFirst: boolean;
  /** Whether a caller may call an operation, about a report or a feed where it is about one. */
  readonly may: (
    operation: OperationName,
    caller: Caller | undefined,
    subject?: CallSubject,
  ) => boolean;
  /** Whether an operation may be called without a token. */
  readonly isPublic: (operation: OperationName) => boolean;
  readonly sameId: (stored: string, asked: string) => boolean;
  /** Which value of a query parameter counts that is sent more than once. */
  readonly repeatedParameter: 'refused' | 'first' | 'last';
  readonly opensFeeds: boolean;
  /** What becomes of what was reported before; same-id: an equal report of the same caller stays the only one. */
  readonly duplicates: 'accepted' | 'refused' | 'same-id';
  readonly deletesAbsent: boolean;
  readonly remembersDeleted: boolean;
  /** The problem with a draft, beyond its schema. */
  readonly problemWith: (draft: SentReport) => string | undefined;
  readonly asStored: (draft: SentReport) => ReportDraft;
  readonly newId: (random: (bytes: number) => Uint8Array, now: number) => string;
  readonly nameOf: (draft: ReportDraft, service: string) => string;
  readonly firstSeen: FirstSeen;
  /** The key of an analysis: the hash, in lower case where the dialect ignores case. */
  readonly hashKey: (hash: string) => string;
  readonly countsMalformedHash: boolean;
  readonly requestsOf: (caller: Caller) => number;
  /** What one call takes from the quota. */
  readonly cost: number;
  /** The quota period by name; the quota is refilled with each new one. */
  readonly quotaPeriod: (now: number) => string;
  /** Seconds until the next period; undefined where the quota is never refilled. */
  readonly refillIn: (now: number) => number | undefined;
  /** Requests per second for one caller; undefined without a limit. */
  readonly rateLimit: number | undefined;
}

/** What a call is about: a report, or a feed. */
export type CallSubject = Pick<StoredReport, 'service'> & Partial<Pick<StoredReport, 'createdBy'>>;

/** Whether a caller is one of those who may call an operation, about this report or feed. */
export function isAmong(
  who: WhoMay,
  caller: Pick<Caller, 'id' | 'roles' | 'owns'> | undefined,
  subject?: CallSubject,
): boolean {
  if (caller?.roles.some((role) => who.except.includes(role))) return false;
  return who.any.some((name) => isSuch(name, caller, subject));
}

function isSuch(
  name: WhoMay['any'][number],
  caller: Pick<Caller, 'id' | 'roles' | 'owns'> | undefined,
  subject: CallSubject | undefined,
): boolean {
  if (name === 'anybody') return true;
  if (caller === undefined) return false;
  if (name === 'known') return true;
  if (name === 'creator') return caller.id === subject?.createdBy;
  if (name === 'owner') return caller.owns !== undefined && caller.owns === subject?.service;
  return caller.roles.includes(name);
}

const creators = whoMay('create');

/** 4.1, 5: whether a caller may create reports. */
export function mayCreate(caller: Caller): boolean {
  return isAmong(creators, caller);
}
