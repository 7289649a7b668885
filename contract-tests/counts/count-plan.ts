import type { LimitedToken } from '../target/target.ts';

export type Style = 'distinct' | 'mixed' | 'parallel' | 'empty' | 'unused';

/** What is spent on one limited token, and how. */
export interface CountPlan {
  readonly key: string;
  readonly token: string;
  readonly remaining: number;
  readonly style: Style;
  /** Calls sent at most: all that are left, and a few that must be refused. */
  readonly calls: number;
}

/** One call is enough to see a refusal; two more see that it stays, whatever is asked for. */
export const refusalsAsked = 3;

/** More than this is no small number, and is not spent. */
export const mostSpent = 100;

/** Enough for every kind of call that a mixed plan knows. */
const roomy = 8;

type Left = { readonly remaining: number };

/**
 * One token: all kinds of calls mixed. Two: another in parallel. Three: first one without misses and
 * repeats. The mixed one is the smallest with room for all kinds, or else the largest.
 */
const stylesFor = <T extends Left>(spendable: readonly T[]): ReadonlyMap<T, Style> => {
  const mixed = spendable.find(({ remaining }) => remaining >= roomy) ?? spendable.at(-1);
  const others = spendable.filter((one) => one !== mixed);
  const styles: readonly Style[] = others.length === 1 ? ['parallel'] : ['distinct', 'parallel'];
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
    const style: Style = one.remaining === 0 ? 'empty' : (styles.get(one) ?? 'unused');
    const calls = style === 'unused' ? 0 : style === 'empty' ? 1 : one.remaining + refusalsAsked;
    return { ...one, style, calls };
  });
};

export type Call = { readonly kind: 'hit' | 'repeat' | 'miss'; readonly hash: string };

/**
 * The calls after the first one, up to the last that must succeed. Misses and repeats differ in
 * number where there is room, so that the number of calls too many tells which were not counted.
 */
export const callsOf = (
  plan: CountPlan,
  first: string,
  hits: readonly string[],
  miss: () => string,
): readonly Call[] => {
  const left = plan.remaining - 1;
  const fresh = hits.filter((hash) => hash !== first);
  const pool = fresh.length > 0 ? fresh : [first];
  const hit = (index: number): Call => ({ kind: 'hit', hash: pool[index % pool.length] ?? first });
  if (plan.style !== 'mixed') return Array.from({ length: left }, (_, index) => hit(index));
  const calls: Call[] = [];
  // A repeat follows the call it repeats, as a cache would like it. The last one is a hit, so that
  // it can be seen to succeed.
  if (left >= 3) calls.push({ kind: 'repeat', hash: first });
  if (left >= 4) calls.push({ kind: 'repeat', hash: first });
  if (left >= roomy - 1) calls.push({ kind: 'repeat', hash: first });
  const absent = miss();
  if (left >= 2) calls.push({ kind: 'miss', hash: absent });
  if (left >= roomy - 1) calls.push({ kind: 'miss', hash: absent });
  for (let index = 0; calls.length < left; index += 1) calls.push(hit(index));
  return calls;
};
