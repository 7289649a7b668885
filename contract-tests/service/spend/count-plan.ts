import { hashKinds } from '../../../src/spec/file-hashes.ts';
import type { LimitedToken } from '../target/target.ts';

/** in turn; on condition: the same, where repeats are conditional; at once: concurrently; empty: none is left. */
export type SpendingPattern = 'in turn' | 'on condition' | 'at once' | 'empty' | 'unused';

/** How one limited token is used. */
export interface CountPlan {
  readonly key: string;
  readonly token: string;
  readonly remaining: number;
  readonly style: SpendingPattern;
  /** The maximum number of calls: all that are left, a few that must be refused, and those that ask again later. */
  readonly calls: number;
}

/** One call shows a refusal; more show that it persists: for each kind of hash, for one asked before, and in upper case. */
export const refusalsAsked = hashKinds.length + 2;

/** After the next token is used, and at the end of the run. */
const timesAskedAgain = 2;

/** Larger counts are not used up. */
const mostSpent = 100;

/** So many show whatever can be shown in turn. */
const roomForAll = 8;

/**
 * The smallest token with room for all, or else the largest, is used up in turn, then a second one at once; a third
 * one is used up in turn as well. The others stay unused.
 */
export function countPlans(limited: readonly LimitedToken[]): readonly CountPlan[] {
  const usable = limited
    .map((one, index) => ({ ...one, key: `tokens.limited[${index}]` }))
    .sort((a, b) => a.remaining - b.remaining);
  const spendable = usable.filter(({ remaining }) => remaining > 0 && remaining <= mostSpent);
  const inTurn = spendable.find(({ remaining }) => remaining >= roomForAll) ?? spendable.at(-1);
  const [first, second] = spendable.filter((one) => one !== inTurn);
  const styleOf = (one: (typeof usable)[number]): SpendingPattern => {
    if (one.remaining === 0) return 'empty';
    if (one === inTurn) return 'in turn';
    if (one === (second ?? first)) return 'at once';
    return one === first ? 'on condition' : 'unused';
  };
  return usable.map((one) => {
    const style = styleOf(one);
    const inBurst = style === 'empty' ? 1 : one.remaining + refusalsAsked;
    return { ...one, style, calls: style === 'unused' ? 0 : inBurst + timesAskedAgain };
  });
}
