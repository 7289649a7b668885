import { isDeepStrictEqual } from 'node:util';
import { idIn } from '../called-service.ts';
import type { Service } from '../service.ts';
import { type Exchange, overlap } from '../talk/exchange.ts';
import type { Finding } from '../verdict/evidence.ts';
import { isMadeOf } from './placeholder.ts';
import { createdId } from './recorded-call.ts';

/** Longer histories are cut at the start; a count is judged by all its calls. */
const mostExchanges = 60;
const mostCountedExchanges = 190;
/** Of one subject: a rule may compare what all callers see. */
const mostAbout = 12;
/** Of anything. */
export const mostBefore = 20;

/** A finding keeps an exchange without its secrets. */
function isSame(one: Exchange, shown: Exchange): boolean {
  return one === shown || (one.startedAt === shown.startedAt && one.number === shown.number);
}

function isBefore(one: Exchange, shown: Exchange): boolean {
  return isSame(one, shown) || one.startedAt < shown.startedAt;
}

/**
 * The exchanges that may have led to a finding, and those that its rule compares: the same conversation, the
 * same subject, all calls of callers whose count is known.
 */
export function sliceOf(
  service: Service,
  { exchange: shown, clause }: Finding,
  history: readonly Exchange[],
): Exchange[] {
  if (!shown) return [];
  const { operations, callers, clauses } = service;
  const counts = ({ operation }: Exchange): boolean => operations.of(operation).effect === 'counts';
  const isCreated = aboutCreated(service, shown);
  const isSameSubject = service.sameSubject?.(shown, history);
  const isCount = clauses.counts?.includes(clause) ?? false;
  const counted = history.filter(({ caller }) => callers.isCounted(caller));
  const from = Math.min(...counted.map(({ startedAt }) => startedAt));
  const isRelated = (one: Exchange): boolean => {
    if (isSame(one, shown)) return true;
    if (one.throttled || counts(one) !== counts(shown)) return false;
    if (isCount) return callers.isCounted(one.caller) || one.startedAt > from;
    if (callers.isCounted(one.caller) && one.caller !== shown.caller) return false;
    if (isSameSubject) return one.caller === shown.caller || isSameSubject(one);
    return one.scenario === shown.scenario || isCreated(one);
  };
  // A request without a response is in no history.
  const all = history.some((one) => isSame(one, shown)) ? history : [...history, shown];
  const related = all
    .filter((one) => (isCount || isBefore(one, shown)) && isRelated(one))
    .sort((a, b) => a.startedAt - b.startedAt);
  const made = new Set(idsMade(service, related));
  const elsewhere = new Set(idsMade(service, history).filter((id) => !made.has(id)));
  const own = related.filter(
    (one) => !elsewhere.has(idIn(service, one.about)) || isSame(one, shown),
  );
  const latest = isCount
    ? latestCounted(own, ({ caller }) => callers.isCounted(caller))
    : own.slice(-mostExchanges);
  return withMakers(service, latest, own);
}

/**
 * Of a story, what is about its subject alone, with what was longer ago than others go back; undefined if that is
 * all, or if more than an id does not tell the subject.
 */
export function subjectSliceOf(
  service: Service,
  { exchange: shown }: Finding,
  history: readonly Exchange[],
): Exchange[] | undefined {
  const isSameSubject = shown && service.sameSubject?.(shown, history);
  if (!isSameSubject) return undefined;
  const { callers } = service;
  return history
    .filter((one) => isSame(one, shown) || (isBefore(one, shown) && isSameSubject(one)))
    .filter((one) => !callers.isCounted(one.caller) && !one.throttled)
    .sort((a, b) => a.startedAt - b.startedAt)
    .slice(-mostExchanges);
}

/** What was sent last until a finding, whatever it is about, after what that needs: a server may remember it of a caller. */
export function ledTo(
  service: Service,
  { exchange: shown }: Finding,
  history: readonly Exchange[],
): Exchange[] {
  if (!shown) return [];
  const before = history
    .filter((one) => isBefore(one, shown) && !one.throttled)
    .filter((one) => !service.callers.isCounted(one.caller))
    .sort((a, b) => a.startedAt - b.startedAt);
  return withMakers(service, before.slice(-mostBefore), before);
}

/** A count is judged by all calls of its caller, from the first: those of others are left out before. */
function latestCounted(
  own: readonly Exchange[],
  isCounted: (one: Exchange) => boolean,
): readonly Exchange[] {
  let surplus = own.length - mostCountedExchanges;
  const latest = own.filter((one) => {
    if (surplus <= 0 || isCounted(one)) return true;
    surplus -= 1;
    return false;
  });
  return latest.slice(-mostCountedExchanges);
}

/**
 * The calls of some callers, and those of others that may have touched them: at the same time, just before, and the
 * last that asked for the same before.
 */
export function aroundCallers(
  slice: readonly Exchange[],
  isOne: (caller: string) => boolean,
): Exchange[] {
  const kept = new Set<Exchange>();
  for (const [nth, own] of slice.entries()) {
    if (!isOne(own.caller)) continue;
    const before = slice.slice(0, nth);
    const alike = before.findLast((one) => isDeepStrictEqual(one.about, own.about));
    for (const one of [own, before.at(-1), alike]) if (one) kept.add(one);
    for (const one of slice) if (overlap(one, own)) kept.add(one);
  }
  return slice.filter((one) => kept.has(one));
}

function idsMade(service: Service, exchanges: readonly Exchange[]): string[] {
  return exchanges.flatMap((one) => createdId(service, one)?.toLowerCase() ?? []);
}

/** Whether an exchange creates what another one is about, or is about it. */
function aboutCreated(service: Service, shown: Exchange): (one: Exchange) => boolean {
  const { created } = service;
  const id = shown.about[created.parameter] ?? createdId(service, shown);
  return (one) => {
    if (id === undefined) return false;
    const made = createdId(service, one);
    const isNamed = idIn(service, one.about) === id.toLowerCase();
    return isNamed || (made !== undefined && isMadeOf(created, id, made));
  };
}

/**
 * What may matter where a finding, or what was done with its subject, used a kept connection: its first
 * request, the one before, and the last of another caller. Undefined if none did.
 */
export function connectionSliceOf(
  service: Service,
  { exchange: shown }: Finding,
  history: readonly Exchange[],
): Exchange[] | undefined {
  if (!shown) return undefined;
  const before = history.filter((one) => !isSame(one, shown) && isBefore(one, shown));
  const about = before.filter(aboutCreated(service, shown));
  const own = withMakers(service, [...about.slice(-mostAbout), shown], before);
  const there = own.flatMap(({ connection, caller, startedAt }) => {
    const all = before.filter(
      (one) =>
        one.connection === connection && connection !== undefined && one.startedAt < startedAt,
    );
    return [all[0], all.findLast((one) => one.caller !== caller), all.at(-1)];
  });
  const used = there.filter((one) => one !== undefined && !own.includes(one)) as Exchange[];
  if (used.length === 0) return undefined;
  return withMakers(service, [...new Set([...used, ...own])], before);
}

/** What is used must be created before. */
function withMakers(
  service: Service,
  kept: readonly Exchange[],
  related: readonly Exchange[],
): Exchange[] {
  const ids = new Set(kept.map(({ about }) => idIn(service, about)));
  const makers = related.filter((one) => {
    const made = createdId(service, one);
    return !kept.includes(one) && made !== undefined && ids.has(made.toLowerCase());
  });
  return [...makers, ...kept];
}
