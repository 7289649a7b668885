import { expect, test } from 'vitest';
import { callsOf, countPlans, refusalsAsked } from './count-plan.ts';
import { countVerdicts, type Spent } from './count-verdict.ts';

const limited = [4, 6, 8].map((remaining) => ({ token: `t${remaining}`, remaining }));
const hits = Array.from({ length: 20 }, (_, index) => `hash-${index}`);

interface Server {
  readonly counts?: (kind: 'hit' | 'repeat' | 'miss') => number;
  readonly refuses?: boolean;
}

/** Plays the plans against a count that behaves as described. */
const played = ({ counts = () => 1, refuses = true }: Server, tokens = limited): Spent[] =>
  countPlans(tokens).map((plan) => {
    let left = plan.remaining - counts('hit');
    const calls = callsOf(plan, 'hash-0', hits, () => 'absent');
    const base = {
      plan,
      misses: calls.filter(({ kind }) => kind === 'miss').length,
      repeats: calls.filter(({ kind }) => kind === 'repeat').length,
      throttled: 0,
      uncertain: 0,
      othersBetween: true,
    };
    for (const [index, { kind }] of calls.entries()) {
      if (refuses && left <= 0 && kind !== 'miss')
        return { ...base, served: index + 1, refusedEarly: true, beyond: [] };
      left -= counts(kind);
    }
    const beyond = Array.from({ length: refusalsAsked }, () => {
      const served = !refuses || left > 0;
      left -= counts('hit');
      return served;
    });
    return { ...base, served: plan.remaining, refusedEarly: false, beyond };
  });

const brokenBy = (spent: Spent[]): string[] => [
  ...new Set(countVerdicts(spent).flatMap(({ broken }) => broken.map(({ clause }) => clause))),
];

test('a count that is right breaks nothing', () => {
  expect(brokenBy(played({}))).toEqual([]);
});

test.each([
  ['lookup/misses-count', { counts: (kind: string) => (kind === 'miss' ? 0 : 1) }],
  ['lookup/repeats-count', { counts: (kind: string) => (kind === 'repeat' ? 0 : 1) }],
  ['lookup/counts-once', { counts: () => 2 }],
  ['lookup/refused-at-zero', { refuses: false }],
] as const)('with three tokens, %s is told apart', (clause, server) => {
  const spent = played(server).filter(({ plan }) => plan.style !== 'parallel');
  expect(brokenBy(spent)).toEqual([clause]);
});

test.each([
  ['misses are free', { counts: (kind: string) => (kind === 'miss' ? 0 : 1) }],
  ['repeats are free', { counts: (kind: string) => (kind === 'repeat' ? 0 : 1) }],
  ['calls count twice', { counts: () => 2 }],
  ['nothing is refused', { refuses: false }],
] as const)('with one token, it is noticed that %s', (_, server) => {
  expect(brokenBy(played(server, [{ token: 't', remaining: 4 }]))).not.toEqual([]);
});

test('calls that were throttled may have been counted', () => {
  const [spent] = played({ counts: () => 2 }, [{ token: 't', remaining: 4 }]);
  if (!spent) throw new Error('no plan');
  expect(brokenBy([{ ...spent, throttled: 2 }])).toEqual([]);
});

test('a miss that may not have been counted leaves one call more', () => {
  const free = { counts: (kind: string) => (kind === 'miss' ? 0 : 1) };
  const [spent] = played(free, [{ token: 't', remaining: 6 }]);
  if (!spent) throw new Error('no plan');
  expect(brokenBy([{ ...spent, uncertain: 1 }])).toEqual([]);
});

test('a plan never sends more calls than it announces', () => {
  for (const plan of countPlans(limited)) {
    const sent = 1 + callsOf(plan, 'hash-0', hits, () => 'absent').length + refusalsAsked;
    expect(sent).toBe(plan.calls);
  }
});

test('the mixed plan goes to the smallest token with room for every kind of call', () => {
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

test('where there is room, a miss is repeated, and hits are repeated once more', () => {
  const [plan] = countPlans([{ token: 't', remaining: 8 }]);
  if (!plan) throw new Error('no plan');
  let asked = 0;
  const calls = callsOf(plan, 'hash-0', hits, () => `absent-${++asked}`);
  const misses = calls.filter(({ kind }) => kind === 'miss').map(({ hash }) => hash);
  expect(misses).toEqual(['absent-1', 'absent-1']);
  expect(calls.filter(({ kind }) => kind === 'repeat')).toHaveLength(3);
});
