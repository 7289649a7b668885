import { hashKinds, longestHash } from '../../../src/spec/file-hashes.ts';
import type { CountCoverage } from '../../judging/run/conclusions.ts';
import type { LimitedToken } from '../target/target.ts';

/** mixed: every kind of call, sequentially. parallel: all concurrently. distinct: hits, and a malformed hash. */
export type SpendingPattern = 'mixed' | 'parallel' | 'distinct' | 'empty' | 'unused';

/** How one limited token is used. */
export interface CountPlan {
  readonly key: string;
  readonly token: string;
  readonly remaining: number;
  readonly style: SpendingPattern;
  /** The maximum number of calls: all that are left, and a few that must be refused. */
  readonly calls: number;
}

/** One call shows a refusal; more show that it persists, for each kind of hash and for a repeated one. */
export const refusalsAsked = hashKinds.length + 1;

/** Larger counts are not used up. */
const mostSpent = 100;

/** Enough for every kind of call in a mixed plan. */
const roomy = 8;
/** The first call, a malformed hash, and a last call whose success is visible. */
const leastWithMalformed = 3;
/** The first call, its repeat, and two at once. */
const leastWithRepeat = 4;

/**
 * In order of priority: one token is for all kinds of calls mixed, a second for concurrent calls, a third
 * for a malformed hash. The mixed one is the smallest with room for all kinds, or else the largest.
 */
const styleOf = <T extends { readonly remaining: number }>(
  one: T,
  spendable: readonly T[],
): SpendingPattern => {
  if (one.remaining === 0) return 'empty';
  const mixed = spendable.find(({ remaining }) => remaining >= roomy) ?? spendable.at(-1);
  if (one === mixed) return 'mixed';
  const others = spendable.filter((other) => other !== mixed);
  const styles =
    others.length === 1 ? (['parallel'] as const) : (['distinct', 'parallel'] as const);
  return styles[others.indexOf(one)] ?? 'unused';
};

export const countPlans = (limited: readonly LimitedToken[]): readonly CountPlan[] => {
  const usable = limited
    .map((one, index) => ({ ...one, key: `tokens.limited[${index}]` }))
    .sort((a, b) => a.remaining - b.remaining);
  const spendable = usable.filter(({ remaining }) => remaining > 0 && remaining <= mostSpent);
  return usable.map((one) => {
    const style = styleOf(one, spendable);
    const calls = style === 'unused' ? 0 : style === 'empty' ? 1 : one.remaining + refusalsAsked;
    return { ...one, style, calls };
  });
};

/** A call that must be counted; for a malformed hash this is open (1, 8). */
export type CountedCall = {
  readonly kind: 'hit' | 'repeat' | 'miss' | 'malformed';
  readonly hash: string;
};

/** The hashes available for calls: known files by kind, and unknown hashes. */
export interface AvailableHashes {
  readonly first: string;
  /** Each found once before; neighbours differ in file and kind. */
  readonly hits: readonly string[];
  /** A hash of another kind than the first call's, preferably of the last kind: it is looked up twice. */
  readonly other: string;
  /** A hash of the third kind. */
  readonly third: string;
  readonly miss: string;
  /** As long as the longest kind. */
  readonly longMiss: string;
}

/**
 * The calls of a mixed plan after the first one, with the total number of requests from which on each is
 * made. Calls that may cost two come before the last, or it would not show; the last is a hit, so that its
 * success is visible, and repeats the call before it, to hit a cache.
 */
const mixedCalls = [
  { needs: 3, what: 'a miss', kind: 'miss', by: 'miss' },
  { needs: 6, what: 'a miss repeated', kind: 'miss', by: 'miss' },
  { needs: 7, what: `a miss of ${longestHash} digits`, kind: 'miss', by: 'longMiss' },
  { needs: 5, what: 'a hit by the third kind of hash', kind: 'hit', by: 'third' },
  { needs: 8, what: 'a hit asked for before', kind: 'repeat', by: 'first' },
  { needs: 4, kind: 'hit', by: 'other' },
  { needs: 2, what: 'a hit repeated', kind: 'repeat', by: 'other' },
] as const;

/** The calls after the first one, up to the last that must succeed. */
export const callsOf = (
  { style, remaining }: CountPlan,
  askable: AvailableHashes,
): readonly CountedCall[] => {
  const fresh = askable.hits.filter((hash) => hash !== askable.first);
  const pool = fresh.length > 0 ? fresh : [askable.first];
  const filled = (start: readonly CountedCall[], end: readonly CountedCall[]): CountedCall[] => {
    const room = Math.max(0, remaining - 1 - start.length - end.length);
    const hits = Array.from({ length: room }, (_, at) => pool[at % pool.length] ?? askable.first);
    return [...start, ...hits.map((hash) => ({ kind: 'hit', hash }) as const), ...end];
  };
  // The last call uses the kind of hash that no other plan ends with.
  if (style === 'distinct' && remaining >= leastWithMalformed)
    return filled([{ kind: 'malformed', hash: 'no-hash' }], [{ kind: 'hit', hash: askable.third }]);
  // One repeat in turn tells free repeats from free misses, which the mixed plan cannot.
  const again = { kind: 'repeat', hash: askable.first } as const;
  if (style !== 'mixed')
    return filled(style === 'parallel' && remaining >= leastWithRepeat ? [again] : [], []);
  const calls = mixedCalls
    .filter(({ needs }) => needs <= remaining)
    .map(({ kind, by }) => ({
      kind,
      // With too few requests for another hit, the first one is repeated.
      hash: askable[by === 'other' && remaining < 4 ? 'first' : by],
    }));
  return filled(calls.slice(0, -2), calls.slice(-2));
};

const requests = (count: number, which = ''): string =>
  `${count} ${which}${count === 1 ? 'request' : 'requests'}`;

export const countedKinds = (plans: readonly CountPlan[]): CountCoverage => {
  const of = (style: SpendingPattern): CountPlan | undefined =>
    plans.find((plan) => plan.style === style);
  const mixed = of('mixed');
  const left = mixed?.remaining ?? 0;
  const more = (needs: number): string =>
    mixed
      ? `${requests(needs - left, 'more ')} in ${mixed.key}`
      : `a token with ${requests(needs)} left`;
  const malformed = (of('distinct')?.remaining ?? 0) >= leastWithMalformed;
  const mixedKinds = [{ what: 'a hit', needs: 1 }, ...mixedCalls.filter((one) => 'what' in one)];
  const all = [
    ...mixedKinds
      .sort((a, b) => a.needs - b.needs)
      .map(({ what, needs }) => ({ what, isCounted: left >= needs, needs: more(needs) })),
    {
      what: 'hits at once',
      isCounted: of('parallel') !== undefined,
      needs: 'a second token in tokens.limited',
    },
    {
      what: 'something that is no hash',
      isCounted: malformed,
      needs: `a third token in tokens.limited, with ${leastWithMalformed} requests left`,
    },
  ];
  return {
    counted: all.filter(({ isCounted }) => isCounted).map(({ what }) => what),
    uncounted: all
      .filter(({ isCounted }) => !isCounted)
      .map(({ what, needs }) => ({ what, needs })),
  };
};
