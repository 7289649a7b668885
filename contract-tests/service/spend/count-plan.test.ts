import { expect, test } from 'vitest';
import { type CountPlan, countPlans, refusalsAsked } from './count-plan.ts';
import { plannedCalls } from './planned-calls.ts';

function file(nth: number) {
  return {
    sha256: `${nth}`.repeat(64),
    sha512: `a${nth}`.repeat(64),
    blake3: `b${nth}`.repeat(32),
  };
}

const hashes = { analyses: [file(1), file(2)] };

function plansWith(...left: number[]) {
  return countPlans(left.map((remaining) => ({ token: `t${remaining}`, remaining })));
}

test('a plan sends as many calls as it announces, but for two that ask again later: all that are left, and some that must be refused', () => {
  for (const sizes of [[4, 6, 8], [1, 2, 3], [1], [40]]) {
    const plans = plansWith(...sizes);
    const calls = plannedCalls(plans, hashes);
    for (const plan of plans) {
      const all = calls.get(plan.key)?.flat() ?? [];
      expect(all.filter(({ isBeyond }) => !isBeyond)).toHaveLength(plan.remaining);
      expect(all.filter(({ isBeyond }) => isBeyond)).toHaveLength(refusalsAsked);
      expect(plan.calls).toBe(all.length + 2);
    }
  }
});

test('the smallest token with room for all is used in turn, others at once and in turn', () => {
  const styles = (...left: number[]) =>
    plansWith(...left)
      .filter(({ calls }) => calls > 0)
      .map(({ style, remaining }) => `${style} ${remaining}`);
  expect(styles(4, 6, 8)).toEqual(['on condition 4', 'at once 6', 'in turn 8']);
  expect(styles(4, 3, 5, 4, 6, 3)).toEqual(['on condition 3', 'at once 3', 'in turn 6']);
  expect(styles(9, 3, 50, 4)).toEqual(['on condition 3', 'at once 4', 'in turn 9']);
  expect(styles(6, 4)).toEqual(['at once 4', 'in turn 6']);
  expect(styles(0, 4)).toEqual(['empty 0', 'in turn 4']);
  expect(styles(101)).toEqual([]);
});

test('what must be refused has each kind of hash, and what was asked first', () => {
  const [plan] = plansWith(4);
  const [first, ...others] =
    plannedCalls([plan as CountPlan], hashes)
      .get('tokens.limited[0]')
      ?.flat() ?? [];
  const refused = others.filter(({ isBeyond }) => isBeyond);
  const kinds = refused.map(({ hashKind }) => hashKind);
  expect(new Set(kinds)).toEqual(new Set(['sha256', 'sha512', 'blake3']));
  expect(refused.map(({ hash }) => hash)).toContain(first?.hash);
});

test('with one hash of one file, there is something to ask all the same', () => {
  const { sha512 } = file(1);
  const [calls] = [...plannedCalls(plansWith(4), { analyses: [{ sha512 }] }).values()];
  const [first, ...others] = calls?.flat() ?? [];
  expect(first?.hash).toBe(sha512);
  for (const { isBeyond, hash } of others) if (isBeyond) expect(hash).toBe(sha512);
});
