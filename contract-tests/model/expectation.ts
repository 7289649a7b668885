import type { Exchange } from '../talk/exchange.ts';
import type { KnownReport, Presence } from './known-report.ts';
import { isAllowedToDelete, isIdentified, type ModelCaller } from './who.ts';

/** Why a request must be refused. */
export type RefusalReason =
  | 'no-token'
  | 'unknown-token'
  | 'not-a-researcher'
  | 'no-id'
  | 'unknown-id'
  | 'other-feed'
  | 'deleted'
  | 'not-yours'
  | 'unknown-hash';

/** Why a request must succeed. */
export type SuccessReason = 'creator' | 'owner' | 'reader' | 'known-file' | 'repeat';

/** What the specification demands of an answer as a whole, knowing everything before it. */
export type Expectation =
  | { readonly must: 'refuse'; readonly because: RefusalReason }
  | { readonly must: 'succeed'; readonly because: SuccessReason }
  | { readonly must: 'either'; readonly because?: undefined };

export interface Known {
  readonly who: ModelCaller;
  /** The report that the id was given to, in whichever feed. */
  readonly report: KnownReport | undefined;
  readonly presence: Presence;
  /** Whether the caller has found the file before: by this hash, or by another. */
  readonly file: 'by-this-hash' | 'by-another' | 'unknown' | 'nobodys';
  /** Whether two names are known not to lead to one feed. */
  readonly areOtherFeeds: (one: string, other: string) => boolean;
  /** What this history does not know nobody has: ids and hashes were made up. */
  readonly isAlone: boolean;
  /** Whether an unknown id may be somebody's all the same, since it follows one that is known. */
  readonly isNeighbour: boolean;
}

const either: Expectation = { must: 'either' };
const refuse = (because: RefusalReason): Expectation => ({ must: 'refuse', because });
const succeed = (because: SuccessReason): Expectation => ({ must: 'succeed', because });

/** The specification, as far as it says who is served and who is refused. */
export const expectationOf = (exchange: Exchange, known: Known): Expectation => {
  switch (exchange.operation) {
    case 'create':
      return ofCreate(known);
    case 'fetch':
      return ofFetch(exchange, known);
    case 'delete':
      return ofDelete(exchange, known);
    case 'lookup':
      return ofLookup(known);
    default:
      return either;
  }
};

/** 5. */
const tokenRefusal = ({ token }: ModelCaller): Expectation | undefined => {
  if (token === 'none') return refuse('no-token');
  return token === 'unheld' ? refuse('unknown-token') : undefined;
};

/** 4.1, 5. Whether a report is valid is open. */
const ofCreate = ({ who }: Known): Expectation =>
  tokenRefusal(who) ?? (who.isResearcher === false ? refuse('not-a-researcher') : either);

/** 1, 4.2. Who may fetch is open (5): only whoever has fetched a report before must find it again. */
const ofFetch = ({ about }: Exchange, known: Known): Expectation => {
  const { report, presence, who } = known;
  const { service = '', report: id } = about;
  if (!id) return refuse('no-id');
  if (!report) return known.isAlone && !known.isNeighbour ? refuse('unknown-id') : either;
  if (presence === 'gone') return refuse('deleted');
  if (report.service !== service)
    return report.creator !== '' && known.areOtherFeeds(report.service, service)
      ? refuse('other-feed')
      : either;
  // In another case an id may be nobody's (2.1 is silent).
  if (presence !== 'there' || report.id !== id) return either;
  return report.readers.has(who.key) ? succeed('reader') : either;
};

/** 4.3, 5. What is not there may be deleted, or not: the specification is silent. */
const ofDelete = ({ about }: Exchange, { report, presence, who }: Known): Expectation => {
  if (!about.report) return refuse('no-id');
  if (!report || report.service !== about.service || report.id !== about.report) return either;
  if (presence === 'gone') return either;
  const may = isAllowedToDelete(who, report);
  if (may === false && (presence === 'there' || presence === 'young'))
    return tokenRefusal(who) ?? refuse('not-yours');
  if (may !== true || presence !== 'there') return either;
  return succeed(report.creator === who.key ? 'creator' : 'owner');
};

/** 4.4, 5. Whether a call is left is another question (8). */
const ofLookup = ({ who, file, isAlone }: Known): Expectation => {
  const refusal = tokenRefusal(who);
  if (refusal) return refusal;
  if (file === 'nobodys') return isAlone ? refuse('unknown-hash') : either;
  if (!isAlone || who.remaining !== undefined || !isIdentified(who)) return either;
  if (file === 'by-this-hash') return succeed('repeat');
  return file === 'by-another' ? succeed('known-file') : either;
};
