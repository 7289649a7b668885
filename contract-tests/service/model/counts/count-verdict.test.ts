import { expect, test } from 'vitest';
import { clausesMetBy, courseOf, lostBefore, wrongCounts } from './count-verdict.ts';
import type { CountClause } from './counting-servers.ts';
import {
  another,
  atOnce,
  blake3,
  type Call,
  lookupOf,
  lost,
  missed,
  noHash,
  othersAfter,
  otherUnknown,
  refused,
  served,
  sha256,
  sha512,
  type Turn,
  times,
  tokenWith,
  unknown,
} from './lookups.test.support.ts';
import type { LimitedHistory } from './lookups.ts';

function brokenBy(...tokens: readonly LimitedHistory[]): CountClause[] {
  return [...new Set(wrongCounts(tokens).flatMap(({ clauses }) => clauses))];
}

function saidOf(...tokens: readonly LimitedHistory[]): string[] {
  return wrongCounts(tokens).flatMap(({ servers }) => servers.map(({ says }) => says));
}

/** Lookups of different files. */
function hits(count: number, hash = sha256): Call[] {
  return Array.from({ length: count }, (_, nth) => served(another(hash, nth + 1)));
}

const refusals = times(3, refused(sha256));

/** A lookup by each kind of hash, of one file. */
function oneOfEach(file: number): Call[] {
  return [sha512, blake3, sha256].map((hash) => served(another(hash, file)));
}

const allRefused = [refused(blake3), refused(sha512), refused(sha256)];

const rightly = tokenWith(4, [...hits(4), ...refusals]);
/** The same, where lookups by each kind of hash were counted, and repeated ones. */
const allRightly = tokenWith(5, [served(sha256), served(sha256), ...oneOfEach(1), ...allRefused]);

test('a server that counts each lookup once is right, in whatever order concurrent ones are counted', () => {
  const right: readonly LimitedHistory[] = [
    rightly,
    tokenWith(0, refusals),
    tokenWith(3, [served(sha256), missed(unknown), served(sha256), ...refusals]),
    tokenWith(3, [served(sha256), atOnce(refused(sha256), served(sha256), served(blake3))]),
    tokenWith(2, [atOnce(refused(sha256), served(sha512), missed(unknown))]),
    tokenWith(3, [served(sha256), missed(noHash), served(sha256), ...refusals]),
    tokenWith(3, [served(sha256), missed(noHash), served(sha256), served(blake3), ...refusals]),
    tokenWith(2, hits(1)),
  ];
  for (const token of right) expect(brokenBy(token)).toEqual([]);
});

test('a refusal that a lookup was sent after came first', () => {
  const token = tokenWith(2, [served(sha256), atOnce(refused(blake3), missed(unknown)), hits(1)]);
  expect(brokenBy(token)).toEqual(['lookup/stays-refused']);
});

test.each<[string, CountClause[], readonly Turn[]]>([
  [
    'nothing is refused',
    ['lookup/refused-at-zero'],
    [...oneOfEach(1), ...oneOfEach(2), ...hits(2)],
  ],
  ['it serves again', ['lookup/stays-refused'], [...hits(4), refused(sha256), served(sha256)]],
  ['lookups take two', ['lookup/counts-once'], [...hits(2), ...refusals]],
  [
    'misses are free',
    ['lookup/misses-count'],
    [served(sha256), missed(unknown), missed(otherUnknown), ...oneOfEach(1), ...allRefused],
  ],
  [
    'repeats are free',
    ['lookup/repeats-count'],
    [...times(3, served(sha256)), ...oneOfEach(1), ...allRefused],
  ],
  [
    'misses and repeats are free',
    ['lookup/misses-count', 'lookup/repeats-count'],
    [
      served(sha256),
      missed(unknown),
      missed(otherUnknown),
      served(sha256),
      ...oneOfEach(1),
      ...allRefused,
    ],
  ],
  [
    'a kind of hash is free',
    ['lookup/every-call-counts'],
    [served(sha256), ...hits(2, sha512), ...hits(3, blake3), refused(blake3)],
  ],
  [
    'one more is served than were left',
    ['lookup/every-call-counts'],
    [...hits(4), served(another(sha256, 9)), ...refusals],
  ],
])('with four left, where %s, %j is broken', (_, clauses, turns) => {
  expect(brokenBy(tokenWith(4, turns))).toEqual(clauses);
});

test('what several servers explain is broken only by what all of them break', () => {
  const misses = [missed(unknown), missed(otherUnknown)];
  const turns = [
    served(sha256),
    ...misses,
    served(sha256),
    served(sha256),
    ...hits(1, blake3),
    refused(sha512),
  ];
  const either = tokenWith(4, turns);
  expect(brokenBy(either)).toEqual(['lookup/every-call-counts']);
  const repeating = tokenWith(3, [...times(3, served(sha256)), ...refusals]);
  expect(brokenBy(either, repeating)).toEqual(['lookup/misses-count']);
  const missing = tokenWith(3, [...hits(2), missed(unknown), ...refusals]);
  expect(brokenBy(either, missing)).toEqual(['lookup/repeats-count']);
});

test('where no server explains all tokens, each has its own', () => {
  const tooFew = tokenWith(4, [...hits(2), refused(sha256)]);
  const tooMany = tokenWith(4, [...hits(5), refused(sha256)]);
  const [first, second] = wrongCounts([tooFew, tooMany]);
  expect(first?.clauses).toEqual(['lookup/counts-once']);
  expect(second?.clauses).toEqual(['lookup/every-call-counts']);
});

test('what is wrong only at the same time is wrong in parallel', () => {
  const lostCounts = [...hits(1), atOnce(...oneOfEach(2), ...hits(2), refused(sha512))];
  expect(brokenBy(tokenWith(4, lostCounts), allRightly)).toEqual(['lookup/counts-in-parallel']);
  const refusedAll = [...hits(1), atOnce(...times(4, refused(sha256)))];
  expect(brokenBy(tokenWith(4, refusedAll), allRightly)).toEqual(['lookup/counts-in-parallel']);
  const meantAtOnce = [...hits(2), ...oneOfEach(3)].map((call) => ({ ...call, isAtOnce: true }));
  expect(brokenBy(tokenWith(4, [...meantAtOnce, refused(sha256)]), allRightly)).toEqual([
    'lookup/counts-in-parallel',
  ]);
});

test('ten equal lookups at the same time, with six left and two counted, are a single flight', () => {
  const flight = [atOnce(...times(10, served(blake3))), ...hits(4), refused(sha256)];
  expect(brokenBy(tokenWith(6, flight), allRightly)).toEqual(['lookup/counts-in-parallel']);
  expect(saidOf(tokenWith(6, flight), allRightly)).toContain(
    'equal lookups at the same time were one',
  );
});

test('a lookup that another caller pays for is found where both asked at the same time', () => {
  const turns = [...hits(1), served(blake3), served(sha512), refused(sha256)];
  const alone = tokenWith(2, turns, othersAfter(1, 1));
  const joined = { ...lookupOf(served(blake3), 'other', 1) };
  const beside = tokenWith(2, turns, [joined]);
  const said = 'equal lookups at the same time of several callers were one';
  expect(saidOf(beside, allRightly)).toEqual([said]);
  expect(brokenBy(beside, allRightly)).toEqual(['lookup/counts-in-parallel']);
  expect(brokenBy(alone, allRightly)).toEqual(['lookup/every-call-counts']);
});

test('one count for all callers is told from lookups that take two by what others asked', () => {
  const turns = [...hits(1), refused(sha256)];
  expect(brokenBy(tokenWith(4, turns, othersAfter(1, 5)))).toEqual(['lookup/counts-per-caller']);
  expect(brokenBy(tokenWith(4, turns))).toEqual(['lookup/counts-once']);
  const later = [...hits(3), refused(sha256)];
  expect(brokenBy(tokenWith(9, later, othersAfter(1, 5)), rightly)).toEqual(['lookup/counts-once']);
  expect(brokenBy(tokenWith(9, later, othersAfter(1, 9)), rightly)).toEqual([
    'lookup/counts-per-caller',
  ]);
});

test('a lookup without a response may have been counted or not, or the server was restarted', () => {
  const refusedAfter = (count: number) => [...hits(count), lost(sha256), ...refusals];
  expect(brokenBy(tokenWith(4, refusedAfter(3)))).toEqual([]);
  expect(brokenBy(tokenWith(4, refusedAfter(4)))).toEqual([]);
  expect(brokenBy(tokenWith(4, refusedAfter(2)))).not.toEqual([]);
  expect(brokenBy(tokenWith(4, [...hits(3), lost(sha256), ...hits(4), ...refusals]))).toEqual([]);
});

test('throttled attempts may have been counted or not', () => {
  const throttled = { ...served(blake3), attempts: 1 };
  expect(brokenBy(tokenWith(4, [...hits(1), throttled, ...hits(2), ...refusals]))).toEqual([]);
  expect(brokenBy(tokenWith(4, [...hits(1), throttled, ...hits(1), ...refusals]))).toEqual([]);
  expect(brokenBy(tokenWith(4, [...hits(1), throttled, ...refusals]))).not.toEqual([]);
});

const always: CountClause[] = [
  'lookup/refused-at-zero',
  'lookup/stays-refused',
  'lookup/every-call-counts',
  'lookup/counts-once',
];

test.each<[string, CountClause[], LimitedHistory]>([
  ['lookups that are served, then refused', always, rightly],
  ['no requests left', ['lookup/refused-at-zero'], tokenWith(0, [refused(sha256)])],
  [
    'a miss',
    [...always, 'lookup/misses-count'],
    tokenWith(3, [served(sha256), missed(unknown), ...hits(1), ...refusals]),
  ],
  [
    'a repeat',
    [...always, 'lookup/repeats-count'],
    tokenWith(2, [served(sha256), served(sha256), ...refusals]),
  ],
  [
    'others between',
    [...always, 'lookup/counts-per-caller'],
    tokenWith(2, [...hits(2), ...refusals], othersAfter(1, 2)),
  ],
  [
    'lookups at the same time, and two refused later',
    [...always, 'lookup/counts-in-parallel'],
    tokenWith(3, [...hits(1), atOnce(...hits(2, blake3), refused(sha512)), ...refusals]),
  ],
])('%s: %j is met', (_, clauses, token) => {
  expect(clausesMetBy(token)).toEqual(clauses);
});

test('equal lookups at the same time that find nothing and were counted as one are told from right ones', () => {
  const wave = atOnce(missed(unknown), missed(unknown), ...hits(1, blake3));
  const ends = [refused(sha512), ...refusals];
  const right = tokenWith(5, [...hits(1), wave, ...hits(1, sha512), ...ends]);
  expect(brokenBy(right)).toEqual([]);
  const merged = tokenWith(5, [...hits(1), wave, ...hits(2, sha512), ...ends]);
  const inTurn = [...hits(2, blake3), ...times(2, missed(unknown)), ...hits(2, sha512)];
  const counted = tokenWith(8, [...inTurn, ...hits(2), ...ends]);
  expect(brokenBy(merged, counted)).toEqual(['lookup/counts-in-parallel']);
});

test('a run that was cut short shows nothing', () => {
  const cut = [tokenWith(4, hits(1)), tokenWith(2, hits(2)), tokenWith(4, [atOnce(...hits(3))])];
  for (const token of cut) expect(clausesMetBy(token)).toEqual([]);
});

test('a refusal that asks to wait shows something where it comes when it must', () => {
  const unsure = { ...refused(sha256), answer: 'unsure' } as const;
  const ended = tokenWith(3, [...hits(1), atOnce(...hits(2, blake3), unsure)]);
  expect(clausesMetBy(ended)).toContain('lookup/counts-in-parallel');
  const early = tokenWith(4, [...hits(1), atOnce(...hits(2, blake3), unsure)]);
  expect(clausesMetBy(early)).toEqual([]);
  expect(brokenBy(early)).toEqual([]);
});

test('a rate limit in between takes nothing away from what the others show', () => {
  const unsure = { ...refused(sha256), answer: 'unsure' } as const;
  const calls = [...hits(1), atOnce(...hits(2, blake3), unsure), ...hits(1), ...refusals];
  expect(clausesMetBy(tokenWith(4, calls))).toContain('lookup/counts-in-parallel');
});

test('requests were lost before if tokens of different size lack the same number', () => {
  const short = (remaining: number, made: number) =>
    tokenWith(remaining, [...hits(made), refused(sha256)]);
  expect(lostBefore([short(4, 2), short(6, 4)])).toBe(2);
  expect(lostBefore([short(4, 3), short(6, 5)])).toBe(1);
  expect(lostBefore([short(4, 2), short(6, 4), tokenWith(0, [refused(sha256)])])).toBe(2);
  const malformed = [...hits(1), missed(noHash), ...hits(3), refused(sha256)];
  expect(lostBefore([short(4, 2), tokenWith(6, malformed)])).toBe(2);
  expect(lostBefore([short(4, 2), short(6, 5)])).toBeUndefined();
  expect(lostBefore([short(4, 2), short(6, 6)])).toBeUndefined();
  expect(lostBefore([short(4, 4), short(6, 6)])).toBeUndefined();
  expect(lostBefore([short(4, 2), short(4, 2)])).toBeUndefined();
});

test('the course says what was made before the first refusal', () => {
  expect(courseOf(tokenWith(4, [...hits(6), refused(sha256)]))).toMatchObject({
    made: 6,
    symptom: 'too many',
  });
  expect(courseOf(tokenWith(4, [...hits(2), refused(sha256)]))).toMatchObject({
    made: 2,
    symptom: 'too few',
  });
});
