import type { Finding } from '../model/evidence.ts';
import { sameText } from '../model/sameness.ts';
import type { Exchange } from '../talk/exchange.ts';
import { createdId } from './recorded-call.ts';

/** Longer histories are cut at the start. */
const longest = 60;

/** A finding keeps an exchange without its secrets. */
const isSame = (one: Exchange, shown: Exchange): boolean =>
  one === shown || (one.startedAt === shown.startedAt && one.number === shown.number);

const isBefore = (one: Exchange, shown: Exchange): boolean =>
  isSame(one, shown) || one.startedAt < shown.startedAt;

/** The exchanges that may have led to a finding: the same conversation, and the same report or file. */
export const sliceOf = ({ exchange: shown }: Finding, history: readonly Exchange[]): Exchange[] => {
  if (!shown) return [];
  const { report, hash } = shown.about;
  const id = report ?? createdId(shown);
  const isRelated = (one: Exchange): boolean => {
    if (isSame(one, shown)) return true;
    if (one.throttled) return false;
    if (hash !== undefined) return one.operation === 'lookup' && one.caller === shown.caller;
    const isAbout =
      id !== undefined && (sameText(one.about.report, id) || sameText(createdId(one), id));
    return one.scenario === shown.scenario || isAbout;
  };
  // A request without a response is in no history.
  const all = history.some((one) => isSame(one, shown)) ? history : [...history, shown];
  const related = all
    .filter((one) => isBefore(one, shown) && isRelated(one))
    .sort((a, b) => a.startedAt - b.startedAt);
  const kept = related.slice(-longest);
  const ids = new Set(kept.flatMap(({ about }) => about.report?.toLowerCase() ?? []));
  // A report must be created before it is used.
  const makers = related.filter(
    (one) => !kept.includes(one) && ids.has(createdId(one)?.toLowerCase() ?? ''),
  );
  return [...makers, ...kept];
};
