import { expect, test } from 'vitest';
import { askable, limited } from '../../counts/count-plan.test.support.ts';
import { type CountedCall, callsOf, countPlans, refusalsAsked } from '../../counts/count-plan.ts';
import { countVerdicts, lostBefore, type Spent } from './count-verdict.ts';

interface Server {
  readonly counts?: (kind: CountedCall['kind'], hash: string) => number;
  readonly refuses?: boolean;
}

/** Runs the plans against a simulated count. */
const played = ({ counts = () => 1, refuses = true }: Server, tokens = limited): Spent[] =>
  countPlans(tokens).map((plan) => {
    let left = plan.remaining - counts('hit', 'hash-0');
    const calls = callsOf(plan, askable);
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
  expect(brokenBy(played(server))).toContain(clause);
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

const fine: Spent = {
  ...{ key: 't', remaining: 4, style: 'in-turn', misses: 0, repeatedMisses: 0, repeats: 0 },
  ...{ named: [{ what: 'by BLAKE3', calls: 4 }], served: 4, refusedEarly: false },
  ...{ beyond: [false, false, false], throttled: 0, uncertain: 0, othersBetween: false },
};
const early = (served: number, remaining = 4): Partial<Spent> => ({
  ...{ served, remaining, refusedEarly: true, beyond: [] },
});
const atOnce = { style: 'at-once' } as const;
const between = { othersBetween: true };
const more = (count: number, refused = 1): Partial<Spent> => ({
  beyond: [...Array(count).fill(true), ...Array(refused).fill(false)],
});
const all = 'refused-at-zero every-call-counts stays-refused counts-once';

test.each<[Partial<Spent>, string, string, Partial<Spent>?]>([
  [{}, all, ''],
  [{ misses: 1 }, `${all} misses-count`, ''],
  [{ repeats: 1 }, `${all} repeats-count`, ''],
  [between, `${all} counts-per-caller`, ''],
  [atOnce, `${all} counts-in-parallel`, ''],
  [{ style: 'empty' }, 'refused-at-zero', ''],
  [{ beyond: [false, true, false] }, 'refused-at-zero', 'stays-refused'],
  [more(1), '', 'every-call-counts'],
  [{ ...more(1), uncertain: 1 }, '', ''],
  [{ ...more(2), misses: 2 }, '', 'misses-count'],
  [{ ...more(2), repeats: 2 }, '', 'repeats-count'],
  [{ ...more(2), misses: 4, repeats: 1, repeatedMisses: 1 }, '', 'repeats-count'],
  [{ ...more(3), misses: 2, repeats: 1 }, '', 'misses-count repeats-count'],
  [{ ...more(2), misses: 2, repeats: 2 }, '', 'every-call-counts'],
  [{ ...more(2), misses: 2, repeats: 2 }, '', 'misses-count', { ...atOnce, repeats: 1 }],
  [{ ...more(2), misses: 2, repeats: 2 }, '', 'repeats-count', { ...more(1), repeats: 1 }],
  [{ ...more(2), misses: 2, named: [{ what: 'by BLAKE3', calls: 2 }] }, '', 'every-call-counts'],
  [{ ...more(1), misses: 3, repeats: 3 }, '', 'every-call-counts'],
  [more(3), '', 'every-call-counts'],
  [more(3, 0), '', 'refused-at-zero'],
  [{ ...more(3, 0), misses: 3 }, '', 'misses-count', {}],
  [{ ...more(3, 0), misses: 3 }, '', 'refused-at-zero', { misses: 1, repeats: 1 }],
  [{ ...more(3, 0), misses: 3 }, '', 'refused-at-zero', more(1)],
  [{ ...atOnce, ...more(1) }, '', 'counts-in-parallel', {}],
  [{ ...atOnce, ...more(2) }, '', 'every-call-counts', more(1)],
  [{ ...atOnce, ...more(3) }, '', 'refused-at-zero', more(1)],
  [early(2), '', 'counts-once'],
  [{ ...early(3), throttled: 1 }, '', ''],
  [{ ...early(1), ...atOnce }, '', 'counts-in-parallel', {}],
  [{ ...early(1), ...atOnce }, '', 'counts-once', early(1)],
  [{ ...early(1), ...between }, '', 'counts-per-caller'],
  [{ ...early(2), ...between }, '', 'counts-once'],
  [{ ...early(2, 9), ...between }, '', 'counts-per-caller'],
  [{ ...early(3, 9), ...between }, '', 'counts-once'],
  [{ ...early(3, 9), ...between }, '', 'counts-per-caller', early(1)],
])('%j meets %s, breaks %s; beside %j', (part, met, broken, other) => {
  const spent = [part, ...(other ? [other] : [])].map((one) => ({ ...fine, ...one }));
  const [first] = countVerdicts(spent);
  const named = (ids: readonly string[] = []) => ids.map((id) => id.split('/')[1]).join(' ');
  expect(named(first?.met)).toBe(met);
  expect(named(first?.broken.map(({ clause }) => clause))).toBe(broken);
});

test('calls of a kind that does not explain the count are not named', () => {
  const [first] = countVerdicts([{ ...fine, ...more(1) }]);
  expect(first?.broken[0]?.actual).toBe('5 lookups were served, 4 were left (t)');
});

test.each<[number | undefined, ...Partial<Spent>[]]>([
  [2, early(2, 4), early(4, 6)],
  [1, early(3, 4), early(5, 6)],
  [2, early(2, 4), early(4, 6), { style: 'empty', remaining: 0 }],
  [2, early(2, 4), { ...early(5, 6), uncertain: 1 }],
  [undefined, early(2, 4), early(5, 6)],
  [undefined, early(2, 4), { served: 4, remaining: 6 }],
  [undefined, early(4, 4), early(6, 6)],
  [undefined, early(2, 4), early(2, 4)],
])('%s requests were lost before: %j %j', (lost, ...tokens) => {
  expect(lostBefore(tokens.map((part) => ({ ...fine, ...part })))).toBe(lost);
});

test('which calls took nothing is said by their kind', () => {
  const spent = played({ counts: (_, hash) => (hash === 'hash-1' ? 0 : 1) }, [
    { token: 't', remaining: 4 },
  ]);
  const said = countVerdicts(spent).flatMap(({ broken }) => broken.map(({ actual }) => actual));
  expect(countVerdicts(spent)[0]?.broken[0]?.title).toBe(
    '6 lookups were served, 4 were left (tokens.limited[0])',
  );
  expect(said[0]).toBe(
    '6 lookups were served, 4 were left (tokens.limited[0]), as if the 2 lookups by BLAKE3 took nothing',
  );
  const [one] = spent.map((token) => ({
    ...token,
    beyond: [true, false],
    misses: 0,
  }));
  expect(one && countVerdicts([one])[0]?.broken[0]?.actual).toContain(
    'as if the lookup that repeats a hit took nothing',
  );
});

test('of kinds that explain one count those are named that explain all', () => {
  const [one] = played({ counts: (_, hash) => (hash === 'hash-1' ? 0 : 1) }, [
    { token: 't', remaining: 4 },
  ]);
  if (!one) throw new Error('nothing was spent');
  const kinds = (byBlake3: number, misses: number) => [
    { what: 'by BLAKE3', calls: byBlake3 },
    { what: 'of 128 digits', calls: misses },
  ];
  const [first] = countVerdicts([
    { ...one, named: kinds(2, 2) },
    { ...one, named: kinds(2, 1) },
  ]);
  expect(first?.broken[0]?.actual).toMatch(/, as if the 2 lookups by BLAKE3 took nothing$/);
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

test('calls that use up too much are not taken for tokens that were used before', () => {
  expect(lostBefore(played({ counts: () => 2 }))).toBeUndefined();
  expect(lostBefore(played({ counts: (kind) => (kind === 'miss' ? 2 : 1) }))).toBeUndefined();
});
