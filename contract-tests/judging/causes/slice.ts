import { countClauses } from '../../service/model/counts/judge-counts.ts';
import { hashField } from '../../service/model/known/files.ts';
import { sameText } from '../../service/model/sameness.ts';
import { effectOf } from '../../service/operations/operations.ts';
import { isLimited } from '../../service/requests/callers.ts';
import { analysisIn, readAnswer } from '../talk/answer.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { Finding } from '../verdict/evidence.ts';
import { isMadeOf } from './placeholder.ts';
import { createdId } from './recorded-call.ts';

/** Longer histories are cut at the start; a count is judged by all its calls. */
const longest = 60;
const longestCount = 190;
/** Of one report: a rule may compare the fetches of all callers. */
const mostAbout = 12;

/** A finding keeps an exchange without its secrets. */
const isSame = (one: Exchange, shown: Exchange): boolean =>
  one === shown || (one.startedAt === shown.startedAt && one.number === shown.number);

const isBefore = (one: Exchange, shown: Exchange): boolean =>
  isSame(one, shown) || one.startedAt < shown.startedAt;

const counts = ({ operation }: Exchange): boolean => effectOf(operation) === 'counts';

/** All hashes of the file that one of them means, by the analyses found. */
const hashesOf = (hash: string, history: readonly Exchange[]): string[] => {
  const all = history.flatMap((one) => {
    const found = counts(one) ? analysisIn(readAnswer(one).json) : undefined;
    const stated = Object.values(hashField).map((field) => found?.[field]);
    return stated.some((text) => sameText(text, hash)) ? stated : [];
  });
  return [...new Set([hash, ...all].map((text) => `${text}`.toLowerCase()))];
};

/**
 * The exchanges that may have led to a finding, and those that its rule compares: the same conversation, the
 * same report, the same file for every caller, all calls of callers whose count is known.
 */
export const sliceOf = (
  { exchange: shown, clause }: Finding,
  history: readonly Exchange[],
): Exchange[] => {
  if (!shown) return [];
  const { hash } = shown.about;
  const isAbout = aboutReportOf(shown);
  const isCount = countClauses.some((one) => one === clause);
  const hashes = hash === undefined ? [] : hashesOf(hash, history);
  const from = Math.min(
    ...history.filter(({ caller }) => isLimited(caller)).map(({ startedAt }) => startedAt),
  );
  const isRelated = (one: Exchange): boolean => {
    if (isSame(one, shown)) return true;
    if (one.throttled || counts(one) !== counts(shown)) return false;
    if (isCount) return isLimited(one.caller) || one.startedAt > from;
    if (isLimited(one.caller) && one.caller !== shown.caller) return false;
    if (hash !== undefined)
      return one.caller === shown.caller || hashes.includes(`${one.about.hash}`.toLowerCase());
    return one.scenario === shown.scenario || isAbout(one);
  };
  // A request without a response is in no history.
  const all = history.some((one) => isSame(one, shown)) ? history : [...history, shown];
  const related = all
    .filter((one) => (isCount || isBefore(one, shown)) && isRelated(one))
    .sort((a, b) => a.startedAt - b.startedAt);
  const made = new Set(idsMade(related));
  const elsewhere = new Set(idsMade(history).filter((id) => !made.has(id)));
  const own = related.filter((one) => !elsewhere.has(idIn(one) ?? '') || isSame(one, shown));
  return withMakers(own.slice(isCount ? -longestCount : -longest), own);
};

const idIn = ({ about }: Exchange): string | undefined => about.report?.toLowerCase();

const idsMade = (exchanges: readonly Exchange[]): string[] =>
  exchanges.flatMap((one) => createdId(one)?.toLowerCase() ?? []);

/** Whether an exchange creates the report of another one, or is about it. */
const aboutReportOf = (shown: Exchange): ((one: Exchange) => boolean) => {
  const id = shown.about.report ?? createdId(shown);
  return (one) => {
    const made = createdId(one);
    return (
      id !== undefined &&
      (sameText(one.about.report, id) || (made !== undefined && isMadeOf(id, made)))
    );
  };
};

/**
 * What may matter where a finding, or what was done with its report, used a kept connection: its first
 * request, the one before, and the last of another caller. Undefined if none did.
 */
export const connectionSliceOf = (
  { exchange: shown }: Finding,
  history: readonly Exchange[],
): Exchange[] | undefined => {
  if (!shown) return undefined;
  const before = history.filter((one) => !isSame(one, shown) && isBefore(one, shown));
  const about = before.filter(aboutReportOf(shown));
  const own = withMakers([...about.slice(-mostAbout), shown], before);
  const there = own.flatMap(({ connection, caller, startedAt }) => {
    const all = before.filter(
      (one) =>
        one.connection === connection && connection !== undefined && one.startedAt < startedAt,
    );
    return [all[0], all.findLast((one) => one.caller !== caller), all.at(-1)];
  });
  const used = there.filter((one) => one !== undefined && !own.includes(one)) as Exchange[];
  if (used.length === 0) return undefined;
  return withMakers([...new Set([...used, ...own])], before);
};

/** A report must be created before it is used. */
const withMakers = (kept: readonly Exchange[], related: readonly Exchange[]): Exchange[] => {
  const ids = new Set(kept.map(idIn));
  const makers = related.filter(
    (one) => !kept.includes(one) && ids.has(createdId(one)?.toLowerCase() ?? ''),
  );
  return [...makers, ...kept];
};
