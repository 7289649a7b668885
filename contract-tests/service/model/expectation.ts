import type { OperationPlace } from '../../../src/spec/operations.ts';
import type { CallerName } from '../../../src/spec/who-may.ts';
import { operationPlace } from '../operations/operations.ts';
import { admissionTo, isIdentified, type ModelCaller } from './known/who.ts';
import type { HistoryState, StepFacts } from './state.ts';

/** Why a request must be refused. */
type RefusalReason =
  | 'no-token'
  | 'unknown-token'
  | 'may-not'
  | 'no-id'
  | 'unknown-id'
  | 'other-feed'
  | 'deleted'
  | 'unknown-hash';

/** Why a request must succeed. */
type SuccessReason = 'may' | 'reader' | 'known-file' | 'repeat';

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

export const either: Expectation = { must: 'either' };

function refuse(because: RefusalReason): Expectation {
  return { must: 'refuse', because };
}

function succeed(because: SuccessReason, as?: CallerName): Expectation {
  return { must: 'succeed', because, as };
}

/** Who is served and who is refused, as far as the specification says. */
export function expectationOf(facts: StepFacts): Expectation {
  const { operation, about } = facts.exchange;
  if (!about.report && (operation === 'fetch' || operation === 'delete')) return refuse('no-id');
  const own: { readonly [operation: string]: (facts: StepFacts) => Expectation } = {
    create: ofCreate,
    fetch: ofFetch,
    delete: ofDelete,
    lookup: ofLookup,
  };
  return (own[operation] ?? ofOthers)(facts);
}

/** 5. */
function tokenRefusal({ who: { token } }: StepFacts): Expectation | undefined {
  if (token === 'none') return refuse('no-token');
  return token === 'unheld' ? refuse('unknown-token') : undefined;
}

function admission({ exchange: { operation, about }, who, named }: StepFacts) {
  return admissionTo(operation, who, { service: about.service, creator: named?.creator });
}

function callerRefusal(facts: StepFacts): Expectation | undefined {
  return admission(facts).may === false ? refuse('may-not') : undefined;
}

/** Whether the request names a known report by its feed and its id: one in another case may be unknown (2.1 is silent). */
function isNamedExactly({ report, exchange: { about } }: StepFacts): boolean {
  return report !== undefined && report.id === about.report;
}

/** 4.1, 5. Which reports are valid is open. */
function ofCreate(facts: StepFacts): Expectation {
  return tokenRefusal(facts) ?? callerRefusal(facts) ?? either;
}

/** 1, 4.2. Who may fetch is open (5): only a caller that has fetched a report before must find it again. */
function ofFetch(facts: StepFacts): Expectation {
  const { named, presence, who, known, exchange } = facts;
  const { service = '', report: id = '' } = exchange.about;
  const refusal = callerRefusal(facts);
  if (refusal) return refusal;
  if (!named)
    return known.isAlone && !known.reports.isNeighbour(id) ? refuse('unknown-id') : either;
  if (presence === 'gone') return refuse('deleted');
  if (named.service !== service)
    return named.creator !== '' && areOtherFeeds(known, named.service, service)
      ? refuse('other-feed')
      : either;
  if (presence !== 'there' || !isNamedExactly(facts)) return either;
  return named.readers.has(who.key) ? succeed('reader') : either;
}

function ownFeeds({ target }: HistoryState): readonly (string | undefined)[] {
  return [target.service, target.otherService];
}

/** Two names may mean the same feed (2.1 does not list the names), unless they are known to differ. */
function areOtherFeeds(known: HistoryState, one: string, other: string): boolean {
  const named = ownFeeds(known);
  return known.isAlone || (named.includes(one) && named.includes(other));
}

/** 4.3, 5. Deleting an absent report may succeed or not: the specification is silent. */
function ofDelete(facts: StepFacts): Expectation {
  const { report, presence } = facts;
  if (!isNamedExactly(facts) || presence === 'gone' || report?.faults.has('creator')) return either;
  const { may, as } = admission(facts);
  const isThere = presence === 'there';
  if (may === false && (isThere || presence === 'young'))
    return tokenRefusal(facts) ?? refuse('may-not');
  return may && isThere ? succeed('may', as) : either;
}

/** 4.4, 5. The number of remaining requests is judged elsewhere (8). */
function ofLookup(facts: StepFacts): Expectation {
  const refusal = tokenRefusal(facts) ?? callerRefusal(facts);
  if (refusal) return refusal;
  const { who, exchange, known } = facts;
  const { hash } = exchange.about;
  const file = hash ? known.files.knownTo(who.key, hash) : 'unknown';
  if (file === 'nobodys') return known.isAlone ? refuse('unknown-hash') : either;
  if (!known.isAlone || who.remaining !== undefined || !isIdentified(who)) return either;
  if (file === 'by-this-hash') return succeed('repeat');
  return file === 'by-another' ? succeed('known-file') : either;
}

/** 5. What may be sent is said by the contract: whoever may is served, if what the request names is there. */
function ofOthers(facts: StepFacts): Expectation {
  const { exchange, who, report, presence, known } = facts;
  const place = operationPlace(exchange.operation);
  const { needsToken, parameters, isCounted, area } = place;
  const refusal = needsToken ? tokenRefusal(facts) : undefined;
  if (refusal) return refusal;
  const namesReport = parameters.some(({ name }) => name === 'report');
  if (namesReport && (!isNamedExactly(facts) || report?.faults.has('creator'))) return either;
  const { may, as } = admission(facts);
  const isThere = namesReport
    ? presence === 'there'
    : namesNothing(place) || ownFeeds(known).includes(exchange.about.service);
  if (may === false && (isThere || !namesReport || presence === 'young')) return refuse('may-not');
  // With optional parameters, it may be refused for other reasons.
  const isPlain = parameters.every(
    ({ name, isRequired }) => isRequired || exchange.about[name] === undefined,
  );
  const isServed = isThere && isPlain && known.isAlone && !isCounted && isAtHome(area, who);
  return may && isServed ? succeed('may', as) : either;
}

function namesNothing({ parameters }: OperationPlace): boolean {
  return parameters.every(({ isRequired }) => !isRequired);
}

/** The lookup may be another host, which need not know the tokens of the feed. */
function isAtHome(area: string, { key }: ModelCaller): boolean {
  return area !== 'lookup' || key === 'tokens.analyst';
}
