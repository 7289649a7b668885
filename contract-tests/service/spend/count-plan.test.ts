import { expect, test } from 'vitest';
import { hashKinds } from '../../../src/spec/file-hashes.ts';
import { countCoverage } from './count-coverage.ts';
import { askable, limited } from './count-plan.test.support.ts';
import { callsOf, countPlans, refusalsAsked } from './count-plan.ts';

function plansWith(...left: number[]) {
  return countPlans(left.map((remaining) => ({ token: `t${remaining}`, remaining })));
}

test('a plan never sends more calls than it announces', () => {
  for (const plan of [...countPlans(limited), ...plansWith(1, 2, 3), ...plansWith(40, 50, 60)]) {
    const { inTurn, equal, last } = callsOf(plan, askable);
    const sent = 1 + inTurn.length + equal.length + last.length + refusalsAsked;
    expect(sent).toBe(plan.calls);
  }
});

test('the mixed plan uses the smallest token with room for every kind of call', () => {
  const styles = (...left: number[]) =>
    plansWith(...left)
      .filter(({ style }) => style !== 'unused')
      .map(({ style, remaining }) => `${style} ${remaining}`);
  expect(styles(4, 6, 8)).toEqual(['distinct 4', 'parallel 6', 'mixed 8']);
  expect(styles(4, 3, 5, 4, 6, 3)).toEqual(['distinct 3', 'parallel 3', 'mixed 6']);
  expect(styles(9, 3, 50, 4)).toEqual(['distinct 3', 'parallel 4', 'mixed 9']);
  expect(styles(6, 4)).toEqual(['parallel 4', 'mixed 6']);
  expect(styles(4)).toEqual(['mixed 4']);
});

function kindsWith(...left: number[]) {
  return plansWith(...left).map((plan) => callsOf(plan, askable).inTurn.map(({ kind }) => kind));
}

test('best first: what fits into few requests, and ends with a hit', () => {
  expect(kindsWith(1)).toEqual([[]]);
  expect(kindsWith(2)).toEqual([['repeat']]);
  expect(kindsWith(3)).toEqual([['miss', 'repeat']]);
  expect(kindsWith(4)).toEqual([['miss', 'hit', 'repeat']]);
  const all = ['hit', 'miss', 'miss', 'hit', 'repeat', 'miss', 'hit'];
  expect(kindsWith(8)).toEqual([all]);
  expect(kindsWith(3, 8, 8)[0]).toEqual(['hit', 'repeat']);
  expect(kindsWith(4, 8, 8)[0]).toEqual(['malformed', 'hit', 'repeat']);
  expect(kindsWith(5, 8, 8)[0]).toEqual(['malformed', 'malformed', 'hit', 'repeat']);
});

test('equal lookups are asked at the same time wherever a token allows it', () => {
  const parallel = (remaining: number) => callsOf({ style: 'parallel', remaining }, askable);
  expect(parallel(6)).toMatchObject({
    equal: ['absent', 'absent', 'hash-5', 'hash-1'],
    last: ['hash-2'],
  });
  expect(parallel(4)).toMatchObject({ equal: ['absent', 'absent'], last: ['hash-2'] });
  expect(parallel(3)).toMatchObject({ equal: ['hash-1'], last: ['hash-2'] });
  expect(new Set(parallel(50).equal)).toEqual(
    new Set(['absent', 'absent and long', 'hash-5', 'hash-1']),
  );
  expect(parallel(50).equal).toHaveLength(10);
  expect(parallel(50).last).toHaveLength(39);
});

function uncountedWith(...left: number[]) {
  return countCoverage(left.map((remaining) => ({ token: 't', remaining }))).uncounted;
}

/** The lookups by one kind of hash among them, however many the contract has. */
function hashesAmong(uncounted: ReturnType<typeof uncountedWith>) {
  return uncounted.filter(({ what }) => what.startsWith('lookups by'));
}

test('tokens with many requests left show every kind of lookup', () => {
  expect(uncountedWith(12, 24, 24)).toEqual([]);
});

test('what the tokens were not enough for is said, with what would do', () => {
  expect(uncountedWith(4)).toContainEqual({
    what: 'lookups at the same time',
    needs: 'another token in tokens.limited, with 2 requests left',
  });
  expect(uncountedWith()).toContainEqual({
    what: 'lookups by SHA-256, if they take nothing',
    needs: 'a token in tokens.limited, with 1 request left',
  });
});

test('three small tokens count three kinds of hash, and what others need is said', () => {
  const uncounted = hashesAmong(uncountedWith(3, 3, 3));
  expect(uncounted.length).toBeLessThanOrEqual(hashKinds.length - 3);
  const [hash] = hashesAmong(uncountedWith(2, 3, 4));
  expect(hash?.needs).toMatch(/^\d+ more requests? in tokens\.limited\[2\]$/);
});

test('hashes that the target file does not have are not looked up', () => {
  const { uncounted } = countCoverage(limited, new Set(['sha256', 'sha512']));
  expect(uncounted).toContainEqual({ what: 'lookups by BLAKE3', needs: 'analyses[].blake3' });
});
