import { isDeepStrictEqual } from 'node:util';
import { idIn } from '../called-service.ts';
import type { Who } from '../caller.ts';
import type { Service } from '../service.ts';
import { type Exchange, overlap } from '../talk/exchange.ts';
import type { Finding } from '../verdict/evidence.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { type JudgingOptions, judgeHistory } from './judge-history.ts';
import { isMadeOf, Placeholders, placeholder } from './placeholder.ts';
import { createdId, dependsOn, type RecordedCall, recordedCalls } from './recorded-call.ts';

/** What led to a finding, as it was exchanged and as calls to repeat. */
export interface Story {
  readonly finding: Finding;
  readonly exchanges: readonly Exchange[];
  readonly calls: readonly RecordedCall[];
}

/** Where findings are, and what judges parts of it. */
export interface JudgedHistory extends JudgingOptions {
  readonly history: readonly Exchange[];
}

/** Longer histories are cut at the start; a count is judged by all its calls. */
const mostRelated = 60;
const mostCounted = 190;
/** Of those that have nothing in common with a finding but the time. */
export const mostBefore = 20;
/** Parts of one story that the model judges, and that are sent to the server. */
const mostJudged = 40;
const mostSent = 30;
const mostPaused = 10;

function storyOf(service: Service, finding: Finding, exchanges: readonly Exchange[]): Story {
  return { finding, exchanges, calls: recordedCalls(service, exchanges) };
}

/** A finding keeps an exchange without its secrets. */
function isSame(one: Exchange, shown: Exchange): boolean {
  return one === shown || (one.startedAt === shown.startedAt && one.number === shown.number);
}

/** All until a finding, in the order of sending; a request without a response is in no history. */
function untilShown(shown: Exchange, history: readonly Exchange[]): Exchange[] {
  const before = history.filter(
    (one) => !one.throttled && one.startedAt < shown.startedAt && !isSame(one, shown),
  );
  const own = history.find((one) => isSame(one, shown)) ?? shown;
  return [...before.sort((a, b) => a.startedAt - b.startedAt), own];
}

/**
 * The exchanges that may have led to a finding: of the same conversation, on the same connections, and about the
 * same subject; of a count, all counted calls.
 */
export function relatedStory(
  { service, history, ...judging }: JudgedHistory,
  finding: Finding,
): Story {
  const { exchange: shown, clause } = finding;
  if (!shown) return storyOf(service, finding, []);
  if (service.clauses.counts?.includes(clause))
    return storyOf(service, finding, countedExchanges({ service, history, ...judging }, finding));
  const { callers } = service;
  const before = untilShown(shown, history).filter(
    ({ caller }) => caller === shown.caller || !callers.isCounted(caller),
  );
  const isOfCreated = aboutCreated(service, shown);
  const isSameSubject = service.sameSubject?.(shown, history) ?? isOfCreated;
  const there = [shown, ...before.filter(isOfCreated)].map(({ connection }) => connection);
  const isRelated = (one: Exchange): boolean =>
    isSame(one, shown) ||
    one.scenario === shown.scenario ||
    isSameSubject(one) ||
    (one.connection !== undefined && there.includes(one.connection));
  const related = before.filter(isRelated).slice(-mostRelated);
  return storyOf(service, finding, withMakers(service, related, before));
}

/** What was sent last until a finding, whatever it is about: a server may remember it of a caller. */
export function latestStory({ service, history }: JudgedHistory, finding: Finding): Story {
  const { exchange: shown } = finding;
  if (!shown) return storyOf(service, finding, []);
  const before = untilShown(shown, history).filter(
    ({ caller }) => !service.callers.isCounted(caller),
  );
  return storyOf(service, finding, withMakers(service, before.slice(-mostBefore), before));
}

/** The calls of a story without which the model would not find the same. What provoked the server may be among the others. */
export async function judgedStory(
  { finding, exchanges, calls }: Story,
  options: JudgingOptions,
): Promise<Story> {
  const { service } = options;
  const inOrder = [...exchanges].sort((a, b) => a.startedAt - b.startedAt);
  const exchangeOf = new Map(calls.map((call, nth) => [call, inOrder[nth] as Exchange]));
  const exchangesOf = (some: readonly RecordedCall[]) =>
    some.map((call) => exchangeOf.get(call) as Exchange);
  const shows = async (some: readonly RecordedCall[]) =>
    judgeHistory(exchangesOf(some), options).findings(finding.clause).length > 0;
  const isJudgable = await shows(calls);
  const fewest = isJudgable ? await fewestThat(shows, calls, mostJudged) : calls;
  return storyOf(service, finding, exchangesOf(fewest));
}

type Shows = (calls: readonly RecordedCall[]) => Promise<boolean>;

/** Removes calls, the larger parts first, as long as the rest still shows it. The last call stays, and what others need. */
async function fewestThat(
  shows: Shows,
  calls: readonly RecordedCall[],
  mostTried: number,
  /** How long the pause has to be that takes their place. */
  pauseFor?: (calls: readonly RecordedCall[], from: number, to: number) => number,
): Promise<readonly RecordedCall[]> {
  let best = calls;
  let left = mostTried;
  const remove = async (from: number, to: number): Promise<void> => {
    const gone = withDependents(best, best.slice(from, to));
    const next = best.findIndex((call, nth) => nth > from && !gone.has(call));
    if (left === 0 || next < 0 || gone.has(best.at(-1) as RecordedCall)) return;
    const after = pauseFor?.(best, from, next);
    if (after === 0) return;
    const following = best[next] as RecordedCall;
    const fewer = best
      .filter((call) => !gone.has(call))
      .map((call) => (after && call === following ? { ...call, after } : call));
    left -= 1;
    if (await shows(fewer)) best = fewer;
  };
  for (let size = Math.floor(best.length / 2); size > 0; size = Math.floor(size / 2))
    for (let to = best.length - 1; to > 0; to = Math.min(to - size, best.length - 1))
      await remove(Math.max(0, to - size), to);
  return best;
}

/** Calls, and those that use what they create. */
function withDependents(
  calls: readonly RecordedCall[],
  chosen: readonly RecordedCall[],
): ReadonlySet<RecordedCall> {
  const needs = (call: RecordedCall): boolean =>
    chosen.some(({ creates }) => creates !== undefined && dependsOn(call, creates));
  return new Set(calls.filter((call) => chosen.includes(call) || needs(call)));
}

/**
 * The fewest calls that a server still shows it with. Where calls are needed only for the time that they take, a
 * pause as long takes their place.
 */
export async function fewest(
  calls: readonly RecordedCall[],
  shows: Shows,
  timeBetween: (calls: readonly RecordedCall[], from: number, to: number) => number,
): Promise<readonly RecordedCall[]> {
  const shorter = await fewestThat(shows, calls, mostSent);
  return fewestThat(shows, shorter, mostPaused, timeBetween);
}

/**
 * Counted calls are not sent again, so they are left out by judgement: what the caller sent, or else all whose
 * calls are counted, and what others did that may have touched it; or else all.
 */
function countedExchanges(
  { history, ...options }: JudgedHistory,
  { clause, exchange: shown }: Finding,
): readonly Exchange[] {
  const { callers, operations } = options.service;
  const isCounted = (caller: string): boolean => callers.isCounted(caller);
  const from = history.find(({ caller }) => isCounted(caller))?.startedAt ?? 0;
  const all = history
    .filter(
      ({ operation, startedAt, throttled }) =>
        !throttled && startedAt >= from && operations.of(operation).effect === 'counts',
    )
    .sort((a, b) => a.startedAt - b.startedAt);
  const isEnough = (some: readonly Exchange[]): boolean =>
    judgeHistory(some, options).findings(clause).length > 0;
  const own = aroundCallers(all, (caller) => caller === shown?.caller);
  return ([own, aroundCallers(all, isCounted)].find(isEnough) ?? all).slice(-mostCounted);
}

/**
 * The calls of some callers, and those of others that may have touched them: at the same time, just before, and the
 * last that asked for the same before.
 */
function aroundCallers(
  history: readonly Exchange[],
  isOne: (caller: string) => boolean,
): Exchange[] {
  const kept = new Set<Exchange>();
  for (const [nth, own] of history.entries()) {
    if (!isOne(own.caller)) continue;
    const before = history.slice(0, nth);
    const alike = before.findLast((one) => isDeepStrictEqual(one.about, own.about));
    for (const one of [own, before.at(-1), alike]) if (one) kept.add(one);
    for (const one of history) if (overlap(one, own)) kept.add(one);
  }
  return history.filter((one) => kept.has(one));
}

/** The create that others need, as plain as can be. */
export function plainCreate(
  { operations, created }: Service,
  like: Pick<RecordedCall, 'caller' | 'about'>,
  nth = 1,
): RecordedCall {
  const { [created.parameter]: _, ...place } = like.about;
  return {
    operation: operations.that('creates').name,
    caller: like.caller,
    about: place,
    creates: new Placeholders(created).createdName(nth),
    contentType: 'application/json',
    body: JSON.stringify(created.usual()),
  };
}

/** Numbers that no story has. */
const unused = [1000, 1001];

/**
 * What others may have done meanwhile, hundreds of requests before: what the last call is about is there while two
 * more are deleted at the same time.
 */
export function amongDeletions(
  service: Service,
  calls: readonly RecordedCall[],
): readonly RecordedCall[] {
  const { operations, created } = service;
  const last = calls.at(-1);
  const make = calls.find(({ creates }) => creates && last && dependsOn(last, creates));
  if (!last || !make) return [];
  const of = (name = ''): Pick<RecordedCall, 'caller' | 'about'> => ({
    caller: make.caller,
    about: { ...make.about, [created.parameter]: placeholder({ name }) },
  });
  const others = unused.map((nth) => plainCreate(service, make, nth));
  const deletions = others.map(({ creates }) => ({
    operation: operations.that('deletes').name,
    ...of(creates),
    atOnce: 1,
  }));
  const { atOnce: _, ...made } = make;
  // Once it was seen, it is there.
  const seen = { operation: operations.that('nothing').name, ...of(make.creates) };
  return [...others, made, seen, ...deletions, last];
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

/** What is used must be created before. */
function withMakers(
  service: Service,
  kept: readonly Exchange[],
  before: readonly Exchange[],
): Exchange[] {
  const ids = new Set(kept.map(({ about }) => idIn(service, about)));
  const makers = before.filter((one) => {
    const made = createdId(service, one);
    return !kept.includes(one) && made !== undefined && ids.has(made.toLowerCase());
  });
  return [...makers, ...kept];
}

/** The callers of the target file without what it says of whom a clause would not be broken. */
export function restsOn(options: JudgedHistory, { id, findings }: ClauseResult): string[] {
  const { clauses, callers } = options.service;
  const [first] = findings;
  if (!first) return [];
  if (clauses.counts?.includes(id))
    return [...new Set(findings.flatMap(({ exchange }) => exchange?.caller ?? []))].filter(
      (caller) => callers.isCounted(caller),
    );
  const { exchanges } = relatedStory(options, first);
  const isBroken = (who?: (key: string) => Who): boolean =>
    judgeHistory(exchanges, options, who).findings(id).length > 0;
  if (!isBroken()) return [];
  const held = callers.held.map(({ who }) => who.key);
  const involved = held.filter((key) => exchanges.some((one) => one.caller === key));
  return involved.filter(
    (key) => !isBroken((one) => (one === key ? callers.unlisted(key) : callers.who(one))),
  );
}
