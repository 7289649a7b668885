import type { OperationPlace } from '../../../src/spec/operations.ts';
import type { CallerName } from '../../../src/spec/who-may.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { operationPlace } from '../operations/operations.ts';
import type { KnownReport, Presence } from './known/known-report.ts';
import { admissionTo, type CallSubject, isIdentified, type ModelCaller } from './known/who.ts';

/** Why a request must be refused. */
export type RefusalReason =
  | 'no-token'
  | 'unknown-token'
  | 'may-not'
  | 'no-id'
  | 'unknown-id'
  | 'other-feed'
  | 'deleted'
  | 'unknown-hash';

/** Why a request must succeed. */
export type SuccessReason = 'may' | 'reader' | 'known-file' | 'repeat';

/** What the specification demands of a response as a whole, given all previous exchanges. */
export type Expectation =
  | { readonly must: 'refuse'; readonly because: RefusalReason }
  | {
      readonly must: 'succeed';
      readonly because: SuccessReason;
      /** Of `x-callers`, as whom the caller may. */
      readonly as?: CallerName | undefined;
    }
  | { readonly must: 'either'; readonly because?: undefined };

export interface KnownFacts {
  readonly who: ModelCaller;
  /** The report with this id, in any feed. */
  readonly report: KnownReport | undefined;
  readonly presence: Presence;
  /** Whether the caller has found the file before, by this hash or another. */
  readonly file: 'by-this-hash' | 'by-another' | 'unknown' | 'nobodys';
  /** Whether the request names a feed of the target. */
  readonly isOwnFeed: boolean;
  /** Whether two names are known to be different feeds. */
  readonly areOtherFeeds: (one: string, other: string) => boolean;
  /** Whether unknown ids and hashes are known not to exist, since this history made them up. */
  readonly isAlone: boolean;
  /** Whether an unknown id may exist anyway, since it is close to a known one. */
  readonly isNeighbour: boolean;
}

const either: Expectation = { must: 'either' };

function refuse(because: RefusalReason): Expectation {
  return { must: 'refuse', because };
}

function succeed(because: SuccessReason, as?: CallerName): Expectation {
  return {
    must: 'succeed',
    because,
    as,
  };
}

/** Who is served and who is refused, as far as the specification says. */
export function expectationOf(exchange: Exchange, known: KnownFacts): Expectation {
  switch (exchange.operation) {
    case 'create':
      return ofCreate(exchange, known);
    case 'fetch':
      return ofFetch(exchange, known);
    case 'delete':
      return ofDelete(exchange, known);
    case 'lookup':
      return ofLookup(known);
    default:
      return ofOthers(exchange, known);
  }
}

/** 5. What may be sent is said by the contract: whoever may is served, if what the request names is there. */
function ofOthers(exchange: Exchange, known: KnownFacts): Expectation {
  const { operation, about } = exchange;
  const { who, report, presence, isAlone, isOwnFeed } = known;
  const place = operationPlace(operation);
  const { needsToken, parameters } = place;
  const refusal = needsToken ? tokenRefusal(who) : undefined;
  if (refusal) return refusal;
  const namesReport = parameters.some(({ name }) => name === 'report');
  const isKnown = report?.service === about.service && report?.id === about.report;
  if (namesReport && (!report || !isKnown || report.faults.has('creator'))) return either;
  const subject = { service: about.service, creator: report?.creator };
  const { may, as } = admissionTo(operation, who, subject);
  const isThere = namesReport ? presence === 'there' : namesNothing(place) || isOwnFeed;
  if (may === false && (isThere || !namesReport || presence === 'young')) return refuse('may-not');
  const isPlain =
    isAlone && namesOnlyWhatItMust(place, about) && !place.isCounted && isAtHome(place, who);
  return may && isThere && isPlain ? succeed('may', as) : either;
}

/** With optional parameters, it may be refused for other reasons. */
function namesOnlyWhatItMust({ parameters }: OperationPlace, about: Exchange['about']): boolean {
  return parameters.every(({ name, isRequired }) => isRequired || about[name] === undefined);
}

function namesNothing({ parameters }: OperationPlace): boolean {
  return parameters.every(({ isRequired }) => !isRequired);
}

/** The lookup may be another host, which need not know the tokens of the feed. */
function isAtHome({ area }: OperationPlace, { key }: ModelCaller): boolean {
  return area !== 'lookup' || key === 'tokens.analyst';
}

/** 5. */
function tokenRefusal({ token }: ModelCaller): Expectation | undefined {
  if (token === 'none') return refuse('no-token');
  return token === 'unheld' ? refuse('unknown-token') : undefined;
}

/** Of those who may not, whatever the request is about. */
function callerRefusal(
  operation: string,
  who: ModelCaller,
  subject: CallSubject,
): Expectation | undefined {
  return admissionTo(operation, who, subject).may === false ? refuse('may-not') : undefined;
}

/** 4.1, 5. Which reports are valid is open. */
function ofCreate({ about }: Exchange, { who }: KnownFacts): Expectation {
  return tokenRefusal(who) ?? callerRefusal('create', who, { service: about.service }) ?? either;
}

/** 1, 4.2. Who may fetch is open (5): only a caller that has fetched a report before must find it again. */
function ofFetch({ about }: Exchange, known: KnownFacts): Expectation {
  const { report, presence, who } = known;
  const { service = '', report: id } = about;
  if (!id) return refuse('no-id');
  const refusal = callerRefusal('fetch', who, { service, creator: report?.creator });
  if (refusal) return refusal;
  if (!report) return known.isAlone && !known.isNeighbour ? refuse('unknown-id') : either;
  if (presence === 'gone') return refuse('deleted');
  if (report.service !== service)
    return report.creator !== '' && known.areOtherFeeds(report.service, service)
      ? refuse('other-feed')
      : either;
  // An id in another case may be unknown (2.1 is silent).
  if (presence !== 'there' || report.id !== id) return either;
  return report.readers.has(who.key) ? succeed('reader') : either;
}

/** 4.3, 5. Deleting an absent report may succeed or not: the specification is silent. */
function ofDelete({ about }: Exchange, { report, presence, who }: KnownFacts): Expectation {
  if (!about.report) return refuse('no-id');
  if (!report || report.service !== about.service || report.id !== about.report) return either;
  if (presence === 'gone' || report.faults.has('creator')) return either;
  const { may, as } = admissionTo('delete', who, report);
  if (may === false && (presence === 'there' || presence === 'young'))
    return tokenRefusal(who) ?? refuse('may-not');
  return may && presence === 'there' ? succeed('may', as) : either;
}

/** 4.4, 5. The number of remaining requests is judged elsewhere (8). */
function ofLookup({ who, file, isAlone }: KnownFacts): Expectation {
  const refusal = tokenRefusal(who) ?? callerRefusal('lookup', who, {});
  if (refusal) return refusal;
  if (file === 'nobodys') return isAlone ? refuse('unknown-hash') : either;
  if (!isAlone || who.remaining !== undefined || !isIdentified(who)) return either;
  if (file === 'by-this-hash') return succeed('repeat');
  return file === 'by-another' ? succeed('known-file') : either;
}
