import { expect, test } from 'vitest';
import {
  type AvailableHashes,
  type CountedCall,
  callsOf,
  countedKinds,
  countPlans,
  refusalsAsked,
} from '../../counts/count-plan.ts';
import { countVerdicts, lostBefore, type Spent } from './count-verdict.ts';

const limited = [4, 6, 8].map((remaining) => ({ token: `t${remaining}`, remaining }));
const askable = (absent = 'absent'): AvailableHashes => ({
  first: 'hash-0',
  hits,
  other: 'hash-1',
  third: 'hash-2',
  miss: absent,
  longMiss: `${absent} and long`,
});
const hits = Array.from({ length: 20 }, (_, index) => `hash-${index}`);

interface Server {
  readonly counts?: (kind: CountedCall['kind'], hash: string) => number;
  readonly refuses?: boolean;
}

/** Runs the plans against a simulated count. */
const played = ({ counts = () => 1, refuses = true }: Server, tokens = limited): Spent[] =>
  countPlans(tokens).map((plan) => {
    let left = plan.remaining - counts('hit', 'hash-0');
    const calls = callsOf(plan, askable());
    const misses = calls.filter(({ kind }) => kind === 'miss').map(({ hash }) => hash);
    const base: Pick<Spent, Exclude<keyof Spent, 'served' | 'refusedEarly' | 'beyond'>> = {
      key: plan.key,
      remaining: plan.remaining,
      style: plan.style === 'parallel' ? 'at-once' : 'in-turn',
      misses: misses.length,
      repeatedMisses: misses.length - new Set(misses).size,
      repeats: calls.filter(({ kind }) => kind === 'repeat').length,
      named: [{ what: 'by BLAKE3', calls: calls.filter(({ hash }) => hash === 'hash-1').length }],
      throttled: 0,
      uncertain: calls.filter(({ kind }) => kind === 'malformed').length,
      othersBetween: true,
    };
    for (const [index, { kind, hash }] of calls.entries()) {
      if (refuses && left <= 0 && (kind === 'hit' || kind === 'repeat'))
        return { ...base, served: index + 1, refusedEarly: true, beyond: [] };
      left -= counts(kind, hash);
    }
    const beyond = Array.from({ length: refusalsAsked }, () => {
      const served = !refuses || left > 0;
      left -= counts('hit', 'hash-9');
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
  const spent = played(server).filter(({ style }) => style !== 'at-once');
  expect(brokenBy(spent)).toContain(clause);
});

test.each([
  ['misses are free', { counts: (kind: string) => (kind === 'miss' ? 0 : 1) }],
  ['misses cost two', { counts: (kind: string) => (kind === 'miss' ? 2 : 1) }],
  ['repeats are free', { counts: (kind: string) => (kind === 'repeat' ? 0 : 1) }],
  ['a kind of hash is free', { counts: (_: string, hash: string) => (hash === 'hash-1' ? 0 : 1) }],
  [
    'a kind of hash costs two',
    { counts: (_: string, hash: string) => (hash === 'hash-1' ? 2 : 1) },
  ],
  ['calls count twice', { counts: () => 2 }],
  ['nothing is refused', { refuses: false }],
] as const)('with one token, it is noticed that %s', (_, server) => {
  expect(brokenBy(played(server, [{ token: 't', remaining: 4 }]))).not.toEqual([]);
});

test('which calls took nothing is said by their kind', () => {
  const spent = played({ counts: (_, hash) => (hash === 'hash-1' ? 0 : 1) }, [
    { token: 't', remaining: 4 },
  ]);
  const said = countVerdicts(spent).flatMap(({ broken }) => broken.map(({ actual }) => actual));
  expect(said[0]).toBe(
    '6 calls were served, 4 were left (tokens.limited[0]), as if the 2 calls by BLAKE3 took nothing',
  );
  const [one] = spent.map((token) => ({
    ...token,
    beyond: [true, false],
    named: [{ what: 'that repeat a hit', calls: 1 }],
  }));
  expect(one && countVerdicts([one])[0]?.broken[0]?.actual).toContain(
    'as if the call that repeats a hit took nothing',
  );
});

test('of kinds that explain one count those are named that explain all', () => {
  const [one] = played({ counts: (_, hash) => (hash === 'hash-1' ? 0 : 1) }, [
    { token: 't', remaining: 4 },
  ]);
  if (!one) throw new Error('nothing was spent');
  const kinds = (byBlake3: number, misses: number) => [
    { what: 'by BLAKE3', calls: byBlake3 },
    { what: 'that find nothing', calls: misses },
  ];
  const [first] = countVerdicts([
    { ...one, named: kinds(2, 2) },
    { ...one, named: kinds(2, 1) },
  ]);
  expect(first?.broken[0]?.actual).toMatch(/, as if the 2 calls by BLAKE3 took nothing$/);
});

test('calls that were throttled may have been counted', () => {
  const [spent] = played({ counts: () => 2 }, [{ token: 't', remaining: 4 }]);
  if (!spent) throw new Error('no plan');
  expect(brokenBy([{ ...spent, throttled: 2 }])).toEqual([]);
});

test('a miss that may not have been counted leaves one call more', () => {
  const free = { counts: (kind: string) => (kind === 'miss' ? 0 : 1) };
  const [spent] = played(free, [{ token: 't', remaining: 4 }]);
  if (!spent) throw new Error('no plan');
  expect(brokenBy([{ ...spent, uncertain: 1 }])).toEqual([]);
});

test('a plan never sends more calls than it announces', () => {
  for (const plan of countPlans(limited)) {
    const sent = 1 + callsOf(plan, askable()).length + refusalsAsked;
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
  return plans.map((plan) => callsOf(plan, askable()).map(({ kind }) => kind));
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

/** With three tokens, two extra calls with a malformed hash are detected; one or none is open. */
test.each([
  [0, []],
  [1, []],
  [2, ['lookup/counts-once']],
] as const)('a call with no hash that costs %i breaks %j', (cost, clauses) => {
  const server = { counts: (kind: string) => (kind === 'malformed' ? cost : 1) };
  expect(brokenBy(played(server))).toEqual(clauses);
});

/** The same plans, with tokens that had lost requests before. */
const stale = (lost: number, counts?: Server['counts']) =>
  played({ ...(counts && { counts }) }, limited).map((spent) => {
    const served = Math.min(spent.served, spent.remaining - lost);
    return lost > 0 ? { ...spent, served, refusedEarly: true, beyond: [] } : spent;
  });

test('tokens that were used before are distinguished from calls that use up too much', () => {
  expect(lostBefore(stale(2))).toBe(2);
  expect(lostBefore(stale(0))).toBeUndefined();
  expect(lostBefore(played({ counts: () => 2 }))).toBeUndefined();
  expect(lostBefore(played({ counts: (kind) => (kind === 'miss' ? 2 : 1) }))).toBeUndefined();
  const alike = [4, 4, 4].map((remaining) => ({ token: 't', remaining }));
  expect(lostBefore(played({ counts: () => 2 }, alike))).toBeUndefined();
});
