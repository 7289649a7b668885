import { expect, test } from 'vitest';
import { Evidence } from '../../../judging/verdict/evidence.ts';
import type { CountClause } from './counting-servers.ts';
import {
  again,
  another,
  askedToWait,
  atOnce,
  blake3,
  brokenIn,
  by,
  countsOf,
  cut,
  during,
  elsewhere,
  failed,
  garbled,
  hits,
  judged,
  type Left,
  type Lookup,
  limited,
  lost,
  meantAtOnce,
  metIn,
  noHash,
  otherUnknown,
  refused,
  served,
  sha256,
  sha512,
  type Turn,
  times,
  toldWhen,
  unknown,
  unmodified,
} from './counts.test.support.ts';
import { judgeCounts, noneLeft } from './judge-counts.ts';

type Breaks =
  | ''
  | 'zero'
  | 'again'
  | 'free'
  | 'once'
  | 'misses'
  | 'repeats'
  | 'parallel'
  | 'caller';

const clauses: { readonly [short in Exclude<Breaks, ''>]: CountClause } = {
  zero: 'lookup/refused-at-zero',
  again: 'lookup/stays-refused',
  free: 'lookup/every-call-counts',
  once: 'lookup/counts-once',
  misses: 'lookup/misses-count',
  repeats: 'lookup/repeats-count',
  parallel: 'lookup/counts-in-parallel',
  caller: 'lookup/counts-per-caller',
};

function clausesIn(words: string): CountClause[] {
  const shorts = words.split(' ').filter(Boolean) as Exclude<Breaks, ''>[];
  return shorts.map((short) => clauses[short]);
}

const hit = served(sha256);
const none = refused(sha256);
const nones = times(3, none);
const [miss, otherMiss, noneOfIt] = [refused(unknown), refused(otherUnknown), refused(noHash)];

/** A lookup by each kind of hash. */
function oneOfEach(file: number): Lookup[] {
  return [sha512, blake3, sha256].map((hash) => served(another(hash, file)));
}

const allRefused = [refused(blake3), refused(sha512), none];
/** Another token, whose lookups by each kind of hash and whose repeats were counted. */
const allRightly = by('u', hit, hit, ...oneOfEach(1), ...allRefused);
const right = [hit, none];
const throttled = [toldWhen(unknown), again(toldWhen(unknown))];
const repeated = [hit, toldWhen(sha512), again(limited(sha512)), again(served(sha512))];
const lasting = [askedToWait(sha512), again(refused(sha512))];
const flight = [atOnce(...times(10, served(blake3))), ...hits(4), none];
const joined = [...hits(1), served(blake3), served(sha512), none];
const either = [hit, miss, otherMiss, hit, hit, ...hits(1, blake3), refused(sha512)];

/** Lookups of another caller, after so many turns. */
function othersAfter(turns: number, count: number): Lookup[] {
  return hits(count).flatMap((one, nth) => {
    const at = 10 * turns - 4 + nth / count;
    return by('other', during(one, at, at + 1 / count));
  });
}

/** A hundred turns later, another token. */
function later(caller: string, ...lookups: readonly Lookup[]): Lookup[] {
  return by(caller, ...lookups).map((one, nth) => during(one, 1000 + 10 * nth, 1005 + 10 * nth));
}

/** A refusal that asks to wait, at the same time as others. */
function wave(last: Lookup): Turn {
  return atOnce(...hits(2, blake3), last);
}

function besides(...others: readonly Lookup[]): Turn {
  return atOnce(served(sha512), ...others);
}

/** One more than a token has left, all but the first and the last at the same time. */
function oneMoreAtOnce(caller: string, left: number): Turn[] {
  const first = hits(left - 2, blake3);
  const last = [...times(2, served(sha512)), ...times(2, refused(sha512))];
  return [hit, first, last, none].map((turn) => by(caller, ...[turn].flat()));
}

test.each<[what: string, breaks: string, left: Left, turns: readonly Turn[]]>([
  ['as many as were left', '', 4, [...hits(4), ...nones]],
  ['none left', '', 0, nones],
  ['a cached one is one', '', 2, [hit, unmodified(sha256), none]],
  ['a miss is one', '', 3, [hit, miss, hit, ...nones]],
  ['what is no hash is one', '', 3, [hit, noneOfIt, hit, ...nones]],
  ['or is free', '', 3, [hit, noneOfIt, hit, served(blake3), ...nones]],
  ['concurrent ones in some order', '', 3, [hit, atOnce(none, hit, served(blake3))]],
  ['a miss beside a refusal', '', 2, [atOnce(none, served(sha512), miss)]],
  ['a run that was cut short', '', 2, hits(1)],
  [
    'what was sent after a refusal came after it',
    'again',
    2,
    [hit, atOnce(refused(blake3), miss), hits(1)],
  ],
  ['served with none left', 'zero', 0, [hit]],
  ['nothing is refused', 'zero', 4, [...oneOfEach(1), ...oneOfEach(2), ...hits(2)]],
  ['served again', 'again', 4, [...hits(4), none, hit]],
  ['each takes two', 'once', 4, [...hits(2), ...nones]],
  ['misses are free', 'misses', 4, [hit, miss, otherMiss, ...oneOfEach(1), ...allRefused]],
  ['repeats are free', 'repeats', 4, [...times(3, hit), ...oneOfEach(1), ...allRefused]],
  ['both are', 'misses repeats', 4, [hit, miss, otherMiss, hit, ...oneOfEach(1), ...allRefused]],
  [
    'a kind of hash is free',
    'free',
    4,
    [hit, ...hits(2, sha512), ...hits(3, blake3), refused(blake3)],
  ],
  ['one more than were left', 'free', 4, [...hits(5), ...nones]],
  ['misses or repeats are free', 'free', 4, either],
  [
    'repeats are counted elsewhere',
    'misses',
    { t: 4, u: 3 },
    [...either, ...by('u', ...times(3, hit), ...nones)],
  ],
  [
    'misses are counted elsewhere',
    'repeats',
    { t: 4, u: 3 },
    [...either, ...by('u', ...hits(2), miss, ...nones)],
  ],
  [
    'each token in its way',
    'free once',
    { t: 4, u: 4 },
    [...hits(2), none, ...by('u', ...hits(5), none)],
  ],
  [
    'a race lost counts',
    'parallel',
    { t: 4, u: 5 },
    [...hits(1), atOnce(...oneOfEach(2), ...hits(2), refused(sha512)), ...allRightly],
  ],
  [
    'all at once are refused',
    'parallel',
    { t: 4, u: 5 },
    [...hits(1), atOnce(...times(4, none)), ...allRightly],
  ],
  [
    'at once as far as was meant',
    'parallel',
    { t: 4, u: 5 },
    [...meantAtOnce(...hits(2), ...oneOfEach(3)), none, ...allRightly],
  ],
  ['equal ones at once are one', 'parallel', { t: 6, u: 5 }, [...flight, ...allRightly]],
  [
    'equal misses at once are two',
    '',
    5,
    [...hits(1), atOnce(miss, miss, ...hits(1, blake3)), ...hits(1, sha512), ...allRefused],
  ],
  [
    'or one',
    'parallel',
    { t: 5, u: 8 },
    [
      ...hits(1),
      atOnce(miss, miss, ...hits(1, blake3)),
      ...hits(2, sha512),
      ...allRefused,
      ...by('u', ...hits(2, blake3), miss, miss, ...hits(2, sha512), ...hits(2), ...nones),
    ],
  ],
  [
    'another pays for what it asks beside',
    'parallel',
    { t: 2, u: 5 },
    [...joined, ...by('other', during(served(blake3), 10, 15)), ...allRightly],
  ],
  [
    'but not for what it asks before',
    'free',
    { t: 2, u: 5 },
    [...joined, ...othersAfter(1, 1), ...allRightly],
  ],
  ['one count for all callers', 'caller', 4, [...hits(1), none, ...othersAfter(1, 5)]],
  [
    'fewer than others explain',
    'once',
    { t: 9, u: 4 },
    [...hits(3), none, ...othersAfter(1, 5), ...later('u', ...hits(4), ...nones)],
  ],
  [
    'some of them do',
    'caller',
    { t: 9, u: 4 },
    [...hits(3), none, ...othersAfter(1, 9), ...later('u', ...hits(4), ...nones)],
  ],
  ['one that got no response was counted', '', 4, [...hits(3), lost(sha256), ...nones]],
  ['or not', '', 4, [...hits(4), lost(sha256), ...nones]],
  ['or the server was restarted', '', 4, [...hits(3), lost(sha256), ...hits(4), ...nones]],
  ['or explains too little', 'once', 4, [...hits(2), lost(sha256), ...nones]],
  ['what was repeated was counted each time', '', 4, [...repeated, refused(blake3)]],
  ['or now and then', '', 3, [...repeated, refused(blake3)]],
  ['or once', '', 2, [...repeated, refused(blake3)]],
  ['but not more often', 'once', 5, [...repeated, refused(blake3)]],
  [
    'what nobody finds by that hash is refused',
    '',
    4,
    [...by('other', hit, refused(blake3)), hit, refused(blake3), refused(blake3)],
  ],
  [
    'who is never served is refused for another reason',
    'once',
    4,
    [...by('other', refused(blake3)), hit, refused(blake3), refused(blake3)],
  ],
  [
    'others find it',
    'once',
    4,
    [...by('other', served(blake3), refused(blake3)), hit, refused(blake3), refused(blake3)],
  ],
  ['a refusal lasts', 'once', 2, [hit, ...lasting]],
  [
    'while others are throttled',
    '',
    2,
    [hit, askedToWait(sha512), elsewhere, again(refused(sha512))],
  ],
  ['or before', 'once', 2, [hit, ...lasting, elsewhere]],
  [
    'too few all the same',
    'once',
    3,
    [hit, askedToWait(sha512), elsewhere, again(refused(sha512))],
  ],
  ['it is told when to come back', '', 3, [hit, besides(toldWhen(blake3))]],
  ['it is a known limit', '', 3, [hit, besides(limited(blake3))]],
  ['it is asked to wait as others are', '', 3, [hit, besides(askedToWait(blake3), elsewhere)]],
  ['others are, at another time', 'once', 3, [hit, besides(askedToWait(blake3)), elsewhere]],
  ['it is not asked to wait', 'once', 3, [hit, besides(refused(blake3), elsewhere)]],
  ['it is served later', '', 3, [hit, besides(askedToWait(blake3)), served(blake3)]],
  ['a throttled miss was counted', '', 3, [hit, ...throttled, served(sha512), refused(blake3)]],
  ['or not', '', 2, [hit, ...throttled, served(sha512), refused(blake3)]],
  ['nor was a hit', '', 4, [hit, ...throttled, toldWhen(blake3), again(refused(blake3))]],
  [
    'the count and the limit refuse a miss',
    '',
    3,
    [hit, toldWhen(unknown), again(miss), served(sha512)],
  ],
  [
    'misses ask to wait for ever',
    'once',
    8,
    [
      hit,
      ...[unknown, otherUnknown].flatMap((hash) => [askedToWait(hash), again(askedToWait(hash))]),
      refused(sha512),
    ],
  ],
  [
    'one more of every token',
    'free',
    { t: 4, u: 6 },
    ['t', 'u'].flatMap((key, nth) => oneMoreAtOnce(key, 4 + 2 * nth)),
  ],
  ['of one alone', 'parallel', { t: 4, u: 5 }, [...oneMoreAtOnce('t', 4), ...allRightly]],
  ['a token is used up at once', 'once', { t: 1, u: 3 }, [...right, ...by('u', none)]],
  [
    'by what others asked',
    'caller',
    { t: 1, u: 3 },
    [...right, ...by('analyst', hit, served(sha512), served(blake3)), ...by('u', none)],
  ],
  ['a failure at first', '', { t: 1, u: 3 }, [...right, ...by('u', failed(sha256))]],
  ['a limit at first', '', { t: 1, u: 3 }, [...right, ...by('u', limited(sha256))]],
  ['a miss at first', '', { t: 1, u: 2 }, [...right, ...by('u', miss, hit)]],
  ['all are used up at first', '', { t: 1, u: 3 }, [none, ...by('u', none)]],
  ...[garbled, cut].flatMap((unread): [string, string, number, Turn[]][] => [
    ['what cannot be read is no refusal', '', 3, [hit, unread(sha512), served(blake3), none]],
    ['nor at first', '', 1, [unread(sha256), none]],
    ['and is one', 'once', 3, [unread(sha256), none]],
  ]),
])('%s: breaks "%s"', (_what, breaks, left, turns) => {
  expect(brokenIn(judged(left, turns))).toEqual(clausesIn(breaks));
});

const always = 'zero again free once';

test.each<[what: string, meets: string, left: Left, turns: readonly Turn[]]>([
  ['served, then refused', always, 4, [...hits(4), ...nones]],
  ['none left', 'zero', 0, [none]],
  ['a miss', `${always} misses`, 3, [hit, miss, ...hits(1), ...nones]],
  ['a repeat', `${always} repeats`, 2, [hit, hit, ...nones]],
  ['others between', `${always} caller`, 2, [...hits(2), ...nones, ...othersAfter(1, 2)]],
  [
    'at the same time, and refused later',
    `${always} parallel`,
    3,
    [...hits(1), wave(refused(sha512)), ...nones],
  ],
  [
    'asked to wait when it must be refused',
    `${always} parallel`,
    3,
    [...hits(1), wave(toldWhen(sha256)), ...nones],
  ],
  [
    'asked to wait in between',
    `${always} parallel`,
    4,
    [...hits(1), wave(toldWhen(sha256)), ...hits(1, sha512), ...nones],
  ],
  ['asked to wait too early', '', 4, [...hits(1), wave(toldWhen(sha256))]],
  ['cut short', '', 4, hits(1)],
  ['cut short before a refusal', '', 2, hits(2)],
  ['cut short at once', '', 4, [atOnce(...hits(3))]],
])('%s: meets "%s"', (_what, meets, left, turns) => {
  expect(metIn(judged(left, turns))).toEqual(clausesIn(meets));
});

const noneLeftSeen = [
  'lookup.status.no-requests-left: 403',
  'lookup.error-body.no-requests-left: error',
];

test.each<[what: string, seen: string[], turns: readonly Turn[]]>([
  ['counted', [...noneLeftSeen, 'lookup.malformed: counted'], [hit, noneOfIt, hit, none, none]],
  ['free', ['lookup.malformed: free'], [hit, noneOfIt, hit, hit, none]],
  ['either', noneLeftSeen, [hit, noneOfIt, toldWhen(sha256), again(hit), none]],
])('of three, what is no hash is seen to be %s', (_what, seen, turns) => {
  const { observations } = judged(3, turns);
  expect(observations.map(({ openPoint, value }) => `${openPoint}: ${value}`)).toEqual(seen);
});

const known = by('other', hit);
const unclear =
  'a lookup of t got no response, or the server was restarted: nobody knows what was counted';
const outage = 't: everybody was refused at the same moment';

test.each<[what: string, reasons: string[], left: Left, turns: readonly Turn[]]>([
  ['everybody is refused', [outage], 1, [...known, hit, none, ...by('other', none)]],
  ['others are refused another hash', [], 1, [...known, ...right, ...by('other', refused(sha512))]],
  ['others are refused before', [], 1, [...known, hit, ...by('other', none), none]],
  ['others are never served', [], 1, [...right, ...by('other', none)]],
  ['one got no response', [unclear], 1, [...right, lost(sha256)]],
  ['a failure at first', [noneLeft('u')], { t: 1, u: 3 }, [...right, ...by('u', failed(sha256))]],
  ['used up at first', [noneLeft('t'), noneLeft('u')], { t: 1, u: 3 }, [none, ...by('u', none)]],
])('%s: what cannot be tested, and why', (_what, reasons, left, turns) => {
  expect(judged(left, turns).reasons('lookup/counts-once')).toEqual(reasons);
});

test('a server that was restarted may have forgotten what it had counted', () => {
  const counts = countsOf(4, right);
  counts.noteRestart();
  const evidence = new Evidence();
  judgeCounts(counts, evidence);
  expect(evidence.brokenIds).toEqual([]);
});

const doubt = 'or the target file is out of date';

test.each<[what: string, CountClause, says: string, left: Left, turns: readonly Turn[]]>([
  [
    'too many',
    'lookup/misses-count',
    `6 lookups were served, 4 were left (t), as if lookups that find nothing took nothing; ${doubt}, and t had more left`,
    4,
    [hit, miss, otherMiss, ...oneOfEach(1), refused(sha512), none],
  ],
  [
    'equal ones at once',
    'lookup/counts-in-parallel',
    'as if equal lookups at the same time were one',
    { t: 6, u: 5 },
    [...flight, ...allRightly],
  ],
  [
    'as many from every token',
    'lookup/counts-once',
    `as if 2 had been used before; ${doubt}: every limited token had lost 2 before, as by a run that was stopped`,
    { t: 3, u: 4 },
    [...right, ...by('u', hit, served(sha512), none)],
  ],
  [
    'used up',
    'lookup/counts-once',
    `${doubt}, and u had fewer left`,
    { t: 1, u: 3 },
    [...right, ...by('u', none)],
  ],
])(
  'a finding says what would explain it, and that the file may be wrong: %s',
  (_what, clause, says, left, turns) => {
    expect(judged(left, turns).findings(clause)[0]?.actual).toContain(says);
  },
);
