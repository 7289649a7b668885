import type { LimitedToken } from '../target/target.ts';

/**
 * mixed: every kind of call, sequentially. parallel: all concurrently. distinct: hits, and a malformed
 * hash. misses: unknown hashes of each length, some repeated.
 */
export type SpendingPattern = 'mixed' | 'parallel' | 'distinct' | 'misses' | 'empty' | 'unused';

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
export const refusalsAsked = 4;

/** Larger counts are not used up. */
export const mostSpent = 100;

/** Enough for every kind of call in a mixed plan. */
const roomy = 8;
/** The first call, a malformed hash, and a last call whose success is visible. */
const leastWithMalformed = 3;

type Remaining = { readonly remaining: number };

/**
 * In order of priority: one token is for all kinds of calls mixed, a second for concurrent calls, a third
 * for a malformed hash, a fourth for misses alone. The mixed one is the smallest with room for all kinds,
 * or else the largest.
 */
const stylesFor = <T extends Remaining>(
  spendable: readonly T[],
): ReadonlyMap<T, SpendingPattern> => {
  const mixed = spendable.find(({ remaining }) => remaining >= roomy) ?? spendable.at(-1);
  const others = spendable.filter((one) => one !== mixed);
  const styles: readonly SpendingPattern[] =
    others.length === 1 ? ['parallel'] : ['distinct', 'parallel', 'misses'];
  return new Map(
    spendable.map((one) => [
      one,
      one === mixed ? 'mixed' : (styles[others.indexOf(one)] ?? 'unused'),
    ]),
  );
};

export const countPlans = (limited: readonly LimitedToken[]): readonly CountPlan[] => {
  const usable = limited
    .map((one, index) => ({ ...one, key: `tokens.limited[${index}]` }))
    .sort((a, b) => a.remaining - b.remaining);
  const spendable = usable.filter(({ remaining }) => remaining > 0 && remaining <= mostSpent);
  const styles = stylesFor(spendable);
  return usable.map((one) => {
    const style: SpendingPattern = one.remaining === 0 ? 'empty' : (styles.get(one) ?? 'unused');
    const calls = style === 'unused' ? 0 : style === 'empty' ? 1 : one.remaining + refusalsAsked;
    return { ...one, style, calls };
  });
};

/** A call that must be counted; for a malformed hash this is open (1, 8). */
export type CountedCall = {
  readonly kind: 'hit' | 'repeat' | 'miss' | 'repeated miss' | 'malformed';
  readonly hash: string;
};

/** The hashes available for calls: known files by kind, and unknown hashes. */
export interface AvailableHashes {
  readonly first: string;
  /** Each found once before; neighbours differ in file and kind. */
  readonly hits: readonly string[];
  /** A hash of another kind than the first call's, preferably BLAKE3: it is looked up twice. */
  readonly other?: string | undefined;
  /** A hash of the third kind. */
  readonly third?: string | undefined;
  readonly miss: string;
  /** The length of a SHA-512. */
  readonly longMiss: string;
}

/** Optional calls of a mixed plan, by priority, with the total number of requests each needs. */
const wanted = [
  { what: 'a miss', needs: 3 },
  { what: 'a hit by the third kind of hash', needs: 5 },
  { what: 'a miss repeated', needs: 6 },
  { what: 'a miss of 128 digits', needs: 7 },
  { what: 'a hit asked for before', needs: 8 },
] as const;

/**
 * The calls after the first one, up to the last that must succeed. Calls that may cost two come before the
 * last, or it would not show; the last is a hit, so that its success is visible, and repeats the call
 * before it, to hit a cache.
 */
export const callsOf = (plan: CountPlan, askable: AvailableHashes): readonly CountedCall[] => {
  const { first, hits, miss, longMiss } = askable;
  const left = plan.remaining - 1;
  if (left <= 0) return [];
  const fresh = hits.filter((hash) => hash !== first);
  const pool = fresh.length > 0 ? fresh : [first];
  const hit = (index: number): CountedCall => ({
    kind: 'hit',
    hash: pool[index % pool.length] ?? first,
  });
  const filled = (calls: readonly CountedCall[]): CountedCall[] => [
    ...calls,
    ...Array.from({ length: Math.max(0, left - calls.length) }, (_, index) => hit(index)),
  ];
  const misses: readonly CountedCall[] = [
    { kind: 'miss', hash: miss },
    { kind: 'repeated miss', hash: miss },
    { kind: 'miss', hash: longMiss },
  ];
  if (plan.style === 'misses') return filled(misses.slice(0, Math.max(0, left - 1)));
  if (plan.style === 'distinct' && plan.remaining >= leastWithMalformed) {
    const calls = filled([{ kind: 'malformed', hash: 'no-hash' }]);
    // The last call uses the kind of hash that no other plan ends with.
    return [
      ...calls.slice(0, -1),
      { kind: 'hit', hash: askable.third ?? calls.at(-1)?.hash ?? first },
    ];
  }
  if (plan.style !== 'mixed') return filled([]);
  const repeated = left >= 3 ? (askable.other ?? pool[0] ?? first) : first;
  const end: readonly CountedCall[] =
    left >= 3
      ? [
          { kind: 'hit', hash: repeated },
          { kind: 'repeat', hash: repeated },
        ]
      : [{ kind: 'repeat', hash: first }];
  const [short, again, long] = misses as readonly [CountedCall, CountedCall, CountedCall];
  const third: CountedCall = { kind: 'hit', hash: askable.third ?? pool[0] ?? first };
  const before: CountedCall = { kind: 'repeat', hash: first };
  const room = Math.max(0, left - end.length);
  const chosen = [short, third, again, long, before].slice(0, room);
  // In this order: the miss is repeated right away.
  const between = [short, again, long, third, before].filter((one) => chosen.includes(one));
  const more = Array.from({ length: room - between.length }, (_, index) => hit(index));
  return [...between, ...more, ...end];
};

/** The kinds of calls for which the tokens suffice, and what the others need. */
export interface CountCoverage {
  readonly counted: readonly string[];
  readonly uncounted: readonly { readonly what: string; readonly needs: string }[];
}

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
  const all = [
    { what: 'a hit', isCounted: left >= 1, needs: more(1) },
    { what: 'a hit repeated', isCounted: left >= 2, needs: more(2) },
    ...wanted.map(({ what, needs }) => ({ what, isCounted: left >= needs, needs: more(needs) })),
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
