import { expect, test } from 'vitest';
import { askable, limited } from './count-plan.test.support.ts';
import { callsOf, countedKinds, countPlans, refusalsAsked } from './count-plan.ts';

test('a plan never sends more calls than it announces', () => {
  for (const plan of countPlans(limited)) {
    const sent = 1 + callsOf(plan, askable).length + refusalsAsked;
    expect(sent).toBe(plan.calls);
  }
});

test('the mixed plan uses the smallest token with room for every kind of call', () => {
  const styles = (...left: number[]) =>
    countPlans(left.map((remaining) => ({ token: `t${remaining}`, remaining })))
      .filter(({ style }) => style !== 'unused')
      .map(({ style, remaining }) => `${style} ${remaining}`);
  expect(styles(4, 6, 8)).toEqual(['distinct 4', 'parallel 6', 'mixed 8']);
  expect(styles(4, 3, 5, 4, 6, 3)).toEqual(['distinct 3', 'parallel 3', 'mixed 6']);
  expect(styles(9, 3, 50, 4)).toEqual(['distinct 3', 'parallel 4', 'mixed 9']);
  expect(styles(6, 4)).toEqual(['parallel 4', 'mixed 6']);
  expect(styles(4)).toEqual(['mixed 4']);
});

const kindsWith = (...left: number[]) => {
  const plans = countPlans(left.map((remaining) => ({ token: 't', remaining })));
  return plans.map((plan) => callsOf(plan, askable).map(({ kind }) => kind));
};

test('best first: what fits into few requests, and ends with a hit that repeats the one before', () => {
  expect(kindsWith(1)).toEqual([[]]);
  expect(kindsWith(2)).toEqual([['repeat']]);
  expect(kindsWith(3)).toEqual([['miss', 'repeat']]);
  expect(kindsWith(4)).toEqual([['miss', 'hit', 'repeat']]);
  const all = ['miss', 'miss', 'miss', 'hit', 'repeat', 'hit', 'repeat'];
  expect(kindsWith(8)).toEqual([all]);
  expect(kindsWith(3, 8, 8)[0]).toEqual(['malformed', 'hit']);
});

test('what the tokens were not enough for is said, with what would do', () => {
  const counted = (...left: number[]) =>
    countedKinds(countPlans(left.map((remaining) => ({ token: 't', remaining }))));
  expect(counted(4, 6, 8).uncounted).toEqual([]);
  const few = counted(4);
  expect(few.counted).toEqual(['a hit', 'a hit repeated', 'a miss']);
  expect(few.uncounted[0]).toEqual({
    what: 'a hit by the third kind of hash',
    needs: '1 more request in tokens.limited[0]',
  });
  expect(counted().uncounted[0]?.needs).toBe('a token with 1 request left');
});
