import type { About, Exchange } from '../talk/exchange.ts';
import type { KnownFile } from './files.ts';
import type { KnownReport, Presence } from './reports.ts';
import { mayDelete, type Who } from './who.ts';

/** Why a request must be refused. */
export type Refused =
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
export type Served = 'creator' | 'owner' | 'reader' | 'known-file';

/** What the specification demands of an answer as a whole, knowing everything before it. */
export type Expectation =
  | { readonly must: 'refuse'; readonly because: Refused }
  | { readonly must: 'succeed'; readonly because: Served }
  | { readonly must: 'either' };

export interface Known {
  readonly who: Who;
  /** The report that the id was given to, in whichever feed. */
  readonly report: KnownReport | undefined;
  readonly presence: Presence;
  readonly file: KnownFile | undefined;
  /** Whether two names are known not to lead to one feed. */
  readonly areOtherFeeds: (one: string, other: string) => boolean;
  /** Whether ids and hashes that the history does not know are nobody's. */
  readonly isMadeUp: (about: About) => boolean;
}

const either: Expectation = { must: 'either' };
const refuse = (because: Refused): Expectation => ({ must: 'refuse', because });
const succeed = (because: Served): Expectation => ({ must: 'succeed', because });

/** The specification, as far as it says who is served and who is refused. */
export const expectationOf = (exchange: Exchange, known: Known): Expectation => {
  switch (exchange.operation) {
    case 'create':
      return creating(known);
    case 'fetch':
      return fetching(exchange, known);
    case 'delete':
      return deleting(exchange, known);
    case 'lookup':
      return lookingUp(exchange, known);
    default:
      return either;
  }
};

/** 4.1, 5. */
const creating = ({ who }: Known): Expectation => {
  if (who.token === 'none') return refuse('no-token');
  if (who.token === 'unheld') return refuse('unknown-token');
  return who.isResearcher === false ? refuse('not-a-researcher') : either;
};

/** 1, 4.2. Who may fetch is open (5): only whoever has fetched a report before must find it again. */
const fetching = ({ about }: Exchange, known: Known): Expectation => {
  const { report, presence, who } = known;
  const { service = '', report: id } = about;
  if (!id) return refuse('no-id');
  if (!report) return known.isMadeUp(about) ? refuse('unknown-id') : either;
  if (presence === 'gone') return refuse('deleted');
  if (report.service !== service)
    return report.created && known.areOtherFeeds(report.service, service)
      ? refuse('other-feed')
      : either;
  // In another case an id may be nobody's (2.1 is silent).
  const isExact = report.id === id;
  return presence === 'there' && isExact && report.readers.has(who.key) ? succeed('reader') : either;
};

/** 4.3, 5. What is not there may be deleted, or not: the specification is silent. */
const deleting = ({ about }: Exchange, { report, presence, who }: Known): Expectation => {
  if (!about.report) return refuse('no-id');
  if (!report || report.service !== about.service || report.id !== about.report) return either;
  if (presence !== 'there') return either;
  if (who.token === 'none') return refuse('no-token');
  if (who.token === 'unheld') return refuse('unknown-token');
  const may = mayDelete(who, report);
  if (may === undefined) return either;
  if (!may) return refuse('not-yours');
  return succeed(report.creator === who.key ? 'creator' : 'owner');
};

/** 4.4, 5. Whether a call is left is another question (8). */
const lookingUp = ({ about }: Exchange, { who, file, isMadeUp }: Known): Expectation => {
  if (who.token === 'none') return refuse('no-token');
  if (who.token === 'unheld') return refuse('unknown-token');
  if (about.hash === undefined) return either;
  if (!file) return isMadeUp(about) ? refuse('unknown-hash') : either;
  return file.isFoundBy(who.key) ? succeed('known-file') : either;
};
