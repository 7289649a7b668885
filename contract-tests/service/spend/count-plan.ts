import { hashKinds } from '../../../src/spec/file-hashes.ts';
import type { LimitedToken } from '../target/target.ts';

/** mixed: every kind of call, sequentially. parallel: concurrently. distinct: hits, and a malformed hash. */
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

/**
 * One call shows a refusal; more show that it persists, for each kind of hash and for a repeated one. Where nothing
 * is refused, the last ones tell a server that counts nothing from one that counts all but a kind of hash.
 */
export const refusalsAsked = hashKinds.length + 2;

/** Larger counts are not used up. */
const mostSpent = 100;

/** Enough for every kind of call in a mixed plan. */
const roomForAllKinds = 8;
/** The first call, a malformed hash, and two by the third kind of hash, which matters more. */
const leastWithMalformed = 4;

/**
 * In order of priority: one token is for all kinds of calls mixed, a second for concurrent calls, a third
 * for a malformed hash. The mixed one is the smallest with room for all kinds, or else the largest.
 */
function stylesOf<T extends { readonly remaining: number }>(
  spendable: readonly T[],
): ReadonlyMap<T, SpendingPattern> {
  const mixed = spendable.find(({ remaining }) => remaining >= roomForAllKinds) ?? spendable.at(-1);
  const [first, second] = spendable.filter((one) => one !== mixed);
  const styles = new Map<T, SpendingPattern>();
  if (mixed) styles.set(mixed, 'mixed');
  if (first) styles.set(first, second ? 'distinct' : 'parallel');
  if (second) styles.set(second, 'parallel');
  return styles;
}

export function countPlans(limited: readonly LimitedToken[]): readonly CountPlan[] {
  const usable = limited
    .map((one, index) => ({ ...one, key: `tokens.limited[${index}]` }))
    .sort((a, b) => a.remaining - b.remaining);
  const spendable = usable.filter(({ remaining }) => remaining > 0 && remaining <= mostSpent);
  const styles = stylesOf(spendable);
  return usable.map((one) => {
    const style = one.remaining === 0 ? 'empty' : (styles.get(one) ?? 'unused');
    const calls = style === 'unused' ? 0 : style === 'empty' ? 1 : one.remaining + refusalsAsked;
    return { ...one, style, calls };
  });
}

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
  /** A hash of the third kind, preferably of the first file; and one of another file. */
  readonly third: string;
  readonly anotherThird: string;
  readonly miss: string;
  /** As long as the longest kind. */
  readonly longMiss: string;
}

/**
 * The calls of a mixed plan after the first one, with the total number of requests from which on each is made. The
 * third kind of hash is that of the first file, and comes next to it. Calls that may cost two come before the last,
 * or it would not show; the last is a hit, so that its success is visible. One is repeated, to hit a cache. More are
 * misses than are repeats: otherwise free ones could be either.
 */
const mixedCalls = [
  { needs: 5, kind: 'hit', by: 'third' },
  { needs: 3, kind: 'miss', by: 'miss' },
  { needs: 6, kind: 'miss', by: 'miss' },
  { needs: 4, kind: 'hit', by: 'other' },
  { needs: 2, kind: 'repeat', by: 'other' },
  { needs: 8, kind: 'miss', by: 'longMiss' },
  { needs: 7, kind: 'hit', by: 'anotherThird' },
] as const;

/** The calls of a token after its first one: in turn, then at once, then more than were left. */
export interface PlannedCalls {
  readonly inTurn: readonly CountedCall[];
  /** At once, some of them equal: a server that takes equal calls for one counts too few, be it only of misses. */
  readonly equal: readonly string[];
  /** Then all that is left, at once with equal ones that must be refused. */
  readonly last: readonly string[];
}

/** More than so many at once show no more. */
const mostEqual = 10;

/** What is left is used up at once, in two waves. */
function parallelCalls(remaining: number, askable: AvailableHashes): PlannedCalls {
  const { first, hits, other, third } = askable;
  const left = remaining - 1;
  // The last wave begins with one left or more: otherwise it shows no race for the last one.
  const equal = equalHashes(Math.max(0, Math.min(left - 1, mostEqual)), askable);
  const asked = [first, third, ...equal];
  const fresh = hits.filter((hash) => !asked.includes(hash));
  // The last one is for equal lookups: another would take it while they wait for the first of them.
  const last = Array.from({ length: left - equal.length }, (_, at) =>
    at === 0 ? third : (fresh[at % fresh.length] ?? other),
  );
  return { inTurn: [], equal, last };
}

/**
 * Equal misses, and hits by the other kinds of hash: equal ones of those are in the last wave. More are misses than
 * are repeats: otherwise free ones could be either.
 */
function equalHashes(
  count: number,
  { miss, longMiss, other, anotherThird }: AvailableHashes,
): readonly string[] {
  if (count === 0) return [];
  if (count === 1) return [other];
  if (count === 2) return [miss, miss];
  if (count === 3) return [miss, miss, other];
  const misses = count - 2;
  // Of two hashes, each is asked twice or more.
  const isLong = (at: number): boolean => misses > 3 && at % 2 === 1;
  const unknown = Array.from({ length: misses }, (_, at) => (isLong(at) ? longMiss : miss));
  return [...unknown, anotherThird, other];
}

/** The calls after the first one, up to the last that must succeed. */
export function callsOf(
  { style, remaining }: Pick<CountPlan, 'style' | 'remaining'>,
  askable: AvailableHashes,
): PlannedCalls {
  if (style === 'parallel') return parallelCalls(remaining, askable);
  return { inTurn: callsInTurn(style, remaining, askable), equal: [], last: [] };
}

function callsInTurn(
  style: SpendingPattern,
  remaining: number,
  askable: AvailableHashes,
): readonly CountedCall[] {
  const fresh = askable.hits.filter((hash) => hash !== askable.first);
  const pool = fresh.length > 0 ? fresh : [askable.first];
  const filled = (start: readonly CountedCall[], end: readonly CountedCall[]): CountedCall[] => {
    const room = Math.max(0, remaining - 1 - start.length - end.length);
    const hits = Array.from({ length: room }, (_, at) => pool[at % pool.length] ?? askable.first);
    return [...start, ...hits.map((hash) => ({ kind: 'hit', hash }) as const), ...end];
  };
  if (style === 'distinct') {
    // Whether one takes a request is open: one and a free repeat would look like a free one and a repeat.
    const malformed: CountedCall = { kind: 'malformed', hash: 'no-hash' };
    const room = remaining + 1 - leastWithMalformed;
    const start = [malformed, malformed].slice(0, Math.max(0, room));
    // The repeat shows whether the call before it took two, and tells free repeats from free misses.
    const hit: CountedCall = { kind: 'hit', hash: askable.anotherThird };
    const repeat: CountedCall = { kind: 'repeat', hash: askable.anotherThird };
    return filled(start, [hit, repeat].slice(0, remaining - 1));
  }
  const calls = mixedCalls
    .filter(({ needs }) => needs <= remaining)
    .map(({ kind, by }) => ({
      kind,
      // With too few requests for another hit, the first one is repeated.
      hash: askable[by === 'other' && remaining < 4 ? 'first' : by],
    }));
  return filled(calls.slice(0, -4), calls.slice(-4));
}
