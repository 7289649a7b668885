import type { ClauseId } from '../../../../src/spec/clauses.generated.ts';

/** The calls made with one limited token. */
export interface Spent {
  readonly key: string;
  readonly remaining: number;
  /** empty: no requests were left. at-once: the calls were concurrent. */
  readonly style: 'in-turn' | 'at-once' | 'empty';
  /** All misses, and how many of them repeat an earlier one. */
  readonly misses: number;
  readonly repeatedMisses: number;
  /** Repeated hits. */
  readonly repeats: number;
  /** The number of calls of each kind, among those that had to be served. */
  readonly named: readonly { readonly what: string; readonly calls: number }[];
  /** Calls served before the first early refusal; all, if there was none. */
  readonly served: number;
  /** Whether a call was refused while requests should have been left. */
  readonly refusedEarly: boolean;
  /** For each call after the last request, in order: was an analysis returned? */
  readonly beyond: readonly boolean[];
  /** Calls that were throttled: each may or may not have been counted. */
  readonly throttled: number;
  /** Misses that may have been throttled and not counted. */
  readonly uncertain: number;
  /** Whether other callers made calls between this token's first and second. */
  readonly othersBetween: boolean;
}

export interface Verdicts {
  readonly met: readonly ClauseId[];
  readonly broken: readonly {
    readonly clause: ClauseId;
    readonly title?: string;
    readonly actual: string;
  }[];
}

const zero: ClauseId = 'lookup/refused-at-zero';
const every: ClauseId = 'lookup/every-call-counts';
const once: ClauseId = 'lookup/counts-once';
const stays: ClauseId = 'lookup/stays-refused';
const alone: ClauseId = 'lookup/counts-per-caller';
const parallel: ClauseId = 'lookup/counts-in-parallel';
const missesCount: ClauseId = 'lookup/misses-count';
const repeatsCount: ClauseId = 'lookup/repeats-count';

/** A server that counts every call twice refuses after half of them; a shared count ends sooner. */
const halved = ({ remaining, served }: Spent): boolean => served * 2 >= remaining;

const early = (spent: Spent, all: readonly Spent[]): Verdicts => {
  const { key, remaining, style, served, throttled } = spent;
  if (served >= remaining - throttled) return { met: [], broken: [] };
  const actual = `refused after ${served} of ${remaining} lookups (${key})`;
  if (style === 'at-once' && !all.some((one) => one !== spent && one.refusedEarly))
    return { met: [], broken: [{ clause: parallel, actual }] };
  const shared =
    spent.othersBetween && all.some((one) => one.refusedEarly && !halved(one) && one.served <= 2);
  return { met: [], broken: [{ clause: shared ? alone : once, actual }] };
};

/** The number of calls served after the last request. */
const tooManyOf = ({ beyond }: Spent): number => {
  const first = beyond.indexOf(false);
  return first < 0 ? beyond.length : first;
};

const beyond = (spent: Spent, all: readonly Spent[]): Verdicts => {
  const { key, remaining, style, misses, repeats } = spent;
  // A run that was cut short has not asked for more than was left.
  if (spent.beyond.length === 0) return { met: [], broken: [] };
  const first = spent.beyond.indexOf(false);
  const tooMany = tooManyOf(spent);
  // A call that may not have been counted allows one more.
  if (tooMany > 0 && tooMany <= spent.uncertain) return { met: [], broken: [] };
  const later = spent.beyond.slice(first + 1).includes(true);
  const free = freeOf(spent, all);
  const kinds = free.map(({ calls, what }) =>
    calls === 1 ? `the lookup ${what.replace(/that \w+/, '$&s')}` : `the ${calls} lookups ${what}`,
  );
  const which = free.length > 1 ? ' (which of them, cannot be told)' : '';
  const nothing = free.length > 0 ? `, as if ${kinds.join(' or ')} took nothing${which}` : '';
  const title = `${remaining + tooMany} lookups were served, ${remaining} were left (${key})`;
  const actual = title + nothing;
  const say = (...clauses: ClauseId[]): Verdicts => ({
    met: [],
    broken: clauses.map((clause) => ({ clause, title, actual })),
  });
  if (tooMany === 0 && first >= 0 && later)
    return { met: [zero], broken: [{ clause: stays, actual: 'served again after a refusal' }] };
  if (tooMany === 0 && style === 'empty') return { met: [zero], broken: [] };
  if (tooMany === 0)
    return {
      met: [
        zero,
        every,
        stays,
        once,
        ...(misses > 0 ? [missesCount] : []),
        ...(repeats > 0 ? [repeatsCount] : []),
        ...(spent.othersBetween ? [alone] : []),
        ...(style === 'at-once' ? [parallel] : []),
      ],
      broken: [],
    };
  const plainFine = all.some(
    (one) => one !== spent && one.misses + one.repeats === 0 && one.beyond[0] === false,
  );
  if (style === 'at-once' && !all.some((one) => one !== spent && one.beyond[0] === true))
    return say(parallel);
  const unending = tooMany === spent.beyond.length || (style === 'at-once' && tooMany > 2);
  if (unending && !plainFine) return say(zero);
  // Several explanations that break different clauses are a guess about each.
  const [clauses = [], ...others] = free.map((one) => one.clauses);
  const isTold = clauses.length > 0 && others.every((one) => `${one}` === `${clauses}`);
  return say(...(isTold ? clauses : [every]));
};

const bothKinds = 'that find nothing or repeat a hit';

const kind = (what: string, parts: readonly number[], ...clauses: ClauseId[]) => ({
  ...{ what, clauses, calls: parts.reduce((sum, one) => sum + one, 0) },
  hasAll: !parts.includes(0),
});

/** Which calls may be free, how many a token has of them, and the clauses that this breaks. */
const freeKinds = ({ named, misses, repeatedMisses, repeats }: Spent) => [
  ...named.map(({ what, calls }) => kind(what, [calls])),
  kind('that find nothing', [misses], missesCount),
  kind('that repeat a hit', [repeats], repeatsCount),
  kind('that repeat one before', [repeats, repeatedMisses], repeatsCount),
  kind(bothKinds, [misses, repeats], missesCount, repeatsCount),
];

/** The kinds of calls that explain the counts of all tokens if they are free; two kinds only if no one does. */
const freeOf = (spent: Spent, all: readonly Spent[]) => {
  const kinds = freeKinds(spent).filter(
    ({ what, hasAll }) => hasAll && all.every((one) => explains(what, one)),
  );
  const simple = kinds.filter(({ what }) => what !== bothKinds);
  return simple.length > 0 ? simple : kinds;
};

/** Whether free calls of one kind explain how many were served; concurrent ones may be more than planned. */
const explains = (name: string, spent: Spent): boolean => {
  if (spent.style === 'empty') return true;
  if (spent.refusedEarly) return false;
  const calls = freeKinds(spent).find(({ what }) => what === name)?.calls ?? 0;
  const tooMany = tooManyOf(spent);
  if (spent.style === 'at-once') return calls > 0 === tooMany > 0;
  const due = Math.min(calls, spent.beyond.length);
  return tooMany >= due && tooMany <= due + spent.uncertain;
};

/** Whether a token fell short by this many calls; a call that may be free allows one less. */
const shortBy = ({ remaining, served, uncertain }: Spent, short: number): boolean =>
  remaining - served >= short - uncertain;

/**
 * By how many calls every token falls short, if it is the same for all: then they were used before this
 * run. No price of calls does that to tokens of different size, except an extra charge on the first call.
 */
export const lostBefore = (all: readonly Spent[]): number | undefined => {
  const spent = all.filter(({ style }) => style !== 'empty');
  const sizes = new Set(spent.map(({ remaining }) => remaining));
  if (sizes.size < 2 || !spent.every(({ refusedEarly }) => refusedEarly)) return undefined;
  const short = Math.max(...spent.map(({ remaining, served }) => remaining - served));
  return short >= 1 && spent.every((one) => shortBy(one, short)) ? short : undefined;
};

/** Verdicts on the counts, from the calls of all limited tokens (1, 4.4, 8). */
export const countVerdicts = (all: readonly Spent[]): readonly (Verdicts & { spent: Spent })[] =>
  all.map((spent) => ({
    spent,
    ...(spent.refusedEarly ? early(spent, all) : beyond(spent, all)),
  }));
