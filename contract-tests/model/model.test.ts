import { expect, test } from 'vitest';
import {
  created,
  deleted,
  draftOf,
  fetched,
  found,
  type HistoryEntry,
  hashes,
  history,
  one,
  otherFeed,
  refused,
  three,
  two,
} from './history.test.support.ts';

const inOther = { service: otherFeed };
const missing = refused('fetch', { report: one, status: 404 });
const a = { scenario: 'a' };
const b = { scenario: 'b' };

/** A report that was seen, further requests, and that it is not found afterwards. */
const lostAfter = (...acts: readonly HistoryEntry[]): HistoryEntry[] => [
  ...[created(two, b), created(one, a), fetched(one, {}, a)],
  ...acts,
  { ...missing, ...a },
];

test.each<[string, HistoryEntry[], string, string[]]>([
  ['nothing', lostAfter(), 'fetch/report-stays', []],
  [
    'an act of the same conversation',
    lostAfter(deleted(two, a)),
    'delete/removes-only-that-report',
    ['delete/removes-only-that-report'],
  ],
  [
    'an act of another conversation',
    lostAfter(deleted(two, b)),
    'fetch/report-stays',
    ['delete/removes-only-that-report'],
  ],
  [
    'the surest sign',
    lostAfter(created(three, a), refused('delete', { report: one, who: 'reader', ...a })),
    'delete/refused-means-unchanged',
    ['delete/refused-means-unchanged', 'create/leaves-others-unchanged'],
  ],
  [
    'a deletion in another feed by the same id',
    lostAfter(refused('delete', { report: one, ...inOther, ...a })),
    'delete/own-feed-only',
    ['delete/own-feed-only'],
  ],
  [
    'a create of an equal report',
    lostAfter(created(three, { sent: draftOf(one), ...a })),
    'create/repeats-make-new-reports',
    ['create/repeats-make-new-reports'],
  ],
  [
    'its feed, where reports of the other are found',
    [...[created(two), fetched(two), created(one, inOther)], { ...missing, ...inOther }],
    'create/in-the-named-feed',
    [
      'create/parallel-creates-are-all-kept',
      'create/in-the-named-feed',
      'fetch/stored-report-is-found',
    ],
  ],
])('what is lost after %s is blamed on that', (_, story, clause, suspects) => {
  const { broken, evidence } = history(story);
  expect(broken[0]).toBe(clause);
  expect(evidence.findings(clause)[0]?.rests).toEqual([...suspects, 'fetch/report-stays']);
});

test.each([
  ['of another report is one fault', created(two), true],
  ['that nobody sent are several', created(three), false],
])('values %s', (_, before, isOne) => {
  const { evidence } = history([created(one), before, fetched(one, { ...draftOf(two), tags: [] })]);
  const [hash] = evidence.findings('create/keeps-file256-hash');
  const [tags] = evidence.findings('create/keeps-tags');
  expect(hash?.rests?.includes('create/makes-a-new-report')).toBe(isOne);
  expect(tags?.rests?.includes('create/keeps-file256-hash')).toBe(isOne);
});

/** The last call starts this many milliseconds after the previous one. */
const soon = (entry: HistoryEntry, ms: number, after: readonly HistoryEntry[]): HistoryEntry[] => {
  const at = after.length * 2010 + ms;
  return [...after, { ...entry, at }];
};
const accepted = [created(one, { status: 202 })];
const asked = [created(one), deleted(one, { status: 202 })];
const gone = [created(one), deleted(one)];

test.each<[string, HistoryEntry[], string[]]>([
  ['a create may take a moment', soon(missing, 500, accepted), []],
  [
    'but not for ever',
    soon(missing, 1500, accepted),
    ['fetch/stored-report-is-found', 'create/id-finds-the-report'],
  ],
  ['so may a deletion answered by 202', soon(fetched(one), 500, asked), []],
  ['but not for ever either', soon(fetched(one), 1500, asked), ['delete/success-means-gone']],
  [
    'a fetch during a deletion may find it',
    [created(one), deleted(one, { at: 5000, ms: 50 }), fetched(one, {}, { at: 5010 })],
    [],
  ],
  [
    'a fetch during a deletion may miss it',
    [created(one), fetched(one), deleted(one, { at: 9000, ms: 50 }), { ...missing, at: 9010 }],
    [],
  ],
  [
    'of two deletions at once one may be refused',
    [
      created(one),
      deleted(one, { at: 5000, ms: 100 }),
      refused('delete', { report: one, at: 5010, who: 'service' }),
    ],
    [],
  ],
  [
    'a deletion without an answer may have been carried out',
    [created(one), deleted(one, { status: 0 }), refused('delete', { report: one }), missing],
    [],
  ],
  [
    'or may not',
    [created(one), deleted(one, { status: 0 }), fetched(one), deleted(one), missing],
    [],
  ],
  [
    'what is deleted may be deleted again',
    [...gone, deleted(one), refused('delete', { report: one })],
    [],
  ],
  ['an equal report may have its id again after that', [...gone, created(one), fetched(one)], []],
  [
    'another report may not',
    [...gone, created(one, { sent: draftOf(two) })],
    ['create/makes-a-new-report'],
  ],
])('time: %s', (_, story, broken) => {
  expect(history(story).broken).toEqual(broken);
});

test('who may delete a report of somebody who must not create is not judged', () => {
  const story = [
    created(one, { who: 'reader' }),
    refused('delete', { report: one, who: 'reader' }),
  ];
  expect(history(story).broken).toEqual(['create/researchers-only']);
});

const refusedDelete = refused('delete', { report: one });
const slowly = { ...refusedDelete, ms: 5000 };
const refusedTwo = (more: Partial<HistoryEntry> = {}) =>
  refused('delete', { report: two, ...more });
const byReader = [created(one), deleted(one, { who: 'reader' }), created(two)];
const hit = found(hashes.sha256, {}, { who: 'limited[1]' });
const none = refused('lookup', { hash: hashes.sha256, who: 'limited[1]', status: 429 });
const miss = { ...none, hash: 'f'.repeat(64), status: 404 };

/** A report that shows its reporter as it was sent, some time after another of the same client. */
const signed = (at: number, who = 'researcher'): HistoryEntry[] => [
  ...[created(two), fetched(two)],
  created(one, { at, who, sent: { ...draftOf(one), reportedBy: 'Me' } }),
  fetched(one, { reportedBy: 'Me' }),
];

/** Found or refused: f and r by the SHA-256, F and R by the SHA-512. */
const lookups = (calls: string, more: Partial<HistoryEntry> = {}): HistoryEntry[] =>
  [...calls].map((call) => {
    const hash = 'fr'.includes(call) ? hashes.sha256 : hashes.sha512;
    return { ...('fF'.includes(call) ? found(hash) : refused('lookup', { hash })), ...more };
  });

const told = (what: string, stories: HistoryEntry[][]): [string, HistoryEntry[]][] =>
  stories.map((story, nth) => [`${what}, ${nth + 1}`, story]);

test.each<[string, HistoryEntry[]]>([
  ...told('to refuse a deletion with a token that is not seen to be good afterwards', [
    [created(one), refusedDelete, fetched(one), created(two, { who: 'otherResearcher' })],
    [created(one), refusedDelete, created(two), fetched(one), fetched(one), refused('create')],
    [created(one), slowly, fetched(one, {}, { at: 4500, ms: 9000 }), created(two)],
    [created(one), slowly, fetched(one, {}, { at: 9100 }), created(two, { at: 4500, ms: 9000 })],
    [created(one), { ...refusedDelete, status: 503 }, fetched(one), created(two)],
  ]),
  ...told('to delete what somebody else may have deleted', [
    [...byReader, deleted(two, { ms: 5000 }), refusedTwo({ at: 9000, ms: 9000 })],
    [...byReader, deleted(two), deleted(two), refusedTwo()],
    [...byReader, deleted(two), refusedTwo({ who: 'otherResearcher' })],
    [...byReader, deleted(two), refusedTwo({ status: 503 })],
    [...byReader, refusedTwo(), refusedTwo()],
  ]),
  ...told('not to find a file by another hash', [
    ...['fR', 'fRf', 'fRfrfRf', 'RfRf', 'fRfRFf', 'frfrf', 'fRfR'].map((calls) => lookups(calls)),
    lookups('fRfRf', { at: 100 }),
    lookups('fRfRf', { ms: 60_000 }),
  ]),
  ...told('to serve lookups beyond a count', [
    [hit, { ...none, status: 403 }, hit, hit],
    [hit, hit, hit, hit].map((call) => ({ ...call, at: 100 })),
    [hit, hit, hit, none, none],
  ]),
  ...told('to show the name that was sent, of a client whose name is not known now', [
    signed(3000, 'otherResearcher'),
    signed(62_001),
  ]),
  ['not to find what was found', [created(one), fetched(one), missing]],
  ['not to find what was just created', [created(one), missing]],
  [
    'to find what nobody here has created',
    [fetched(one), found('f'.repeat(64), { sha256Hash: 'f'.repeat(64) })],
  ],
])('whoever hears only part of the traffic accuses nobody %s', (_, story) => {
  expect(history(story, { isAlone: false }).broken).toEqual([]);
});

test.each<[string, HistoryEntry[]]>([
  ['delete/success-means-gone', [created(one), deleted(one), fetched(one)]],
  ['delete/creator-may-delete', [created(one), refusedDelete, fetched(one), created(two)]],
  ['delete/reader-may-not', [...byReader, deleted(two), refusedTwo()]],
  ['create/reporter-is-the-services report/reported-by-is-the-creator', signed(62_000)],
  ['lookup/by-sha512', lookups('fRfRf')],
  ['lookup/by-sha512', lookups('ffRRffRRff')],
  ['lookup/every-call-counts lookup/refused-at-zero lookup/repeats-count', [hit, hit, hit, hit]],
  ['lookup/every-call-counts lookup/misses-count lookup/repeats-count', [hit, miss, miss, hit]],
  [
    'lookup/every-call-counts lookup/misses-count lookup/repeats-count lookup/stays-refused',
    [hit, miss, miss, none, hit],
  ],
])('but %s is proven all the same', (clauses, story) => {
  expect(history(story, { isAlone: false }).broken.join(' ')).toBe(clauses);
});

const mistyped = { error: 'who?', successful: false };
const byUnknown = refused('delete', { report: one, who: 'unknown token', body: mistyped });

test('a refusal proves nothing of a caller whom the target answers as it answers anybody', () => {
  const { met, evidence } = history([
    created(one),
    byUnknown,
    refused('delete', { report: one, who: 'reader', body: mistyped }),
  ]);
  expect(met('delete/reader-may-not')).toBe(0);
  expect(evidence.reasons('delete/reader-may-not')[0]).toContain('tokens.reader cannot be told');
});

test('an owner who is refused like an unknown token is a problem of the target file', () => {
  const { broken, evidence } = history([
    ...[created(one), byUnknown, refused('delete', { report: one, who: 'reader' })],
    refused('delete', { report: one, who: 'service', body: mistyped }),
  ]);
  expect(broken).toEqual([]);
  expect(evidence.problems.map(({ key }) => key)).toEqual(['tokens.service']);
});

test.each([
  [['rat', ' '], ['rat'], true],
  [['rat', ' '], ['rat', ''], true],
  [['rat', ' '], ['rat', '', ''], false],
  [['rat', ' '], [' '], false],
  [['rat'], ['rat', ' '], false],
])('tags sent as %j and shown as %j are kept: %s', (tags, shown, areKept) => {
  const sent = { ...draftOf(one), tags };
  const { broken } = history([{ ...created(one), sent }, fetched(one, { tags: shown })]);
  expect(broken).toEqual(areKept ? [] : ['create/keeps-tags']);
});
