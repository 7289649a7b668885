import { expect, test } from 'vitest';
import {
  created,
  deleted,
  draftOf,
  fetched,
  type HistoryEntry,
  history,
  missing,
  one,
  otherFeed,
  refused,
  three,
  two,
} from './history.test.support.ts';

const inOther = { service: otherFeed };
const a = { scenario: 'a' };
const b = { scenario: 'b' };

/** A report that was seen, further requests, and that it is not found afterwards. */
function lostAfter(...acts: readonly HistoryEntry[]): HistoryEntry[] {
  return [created(two, b), created(one, a), fetched(one, {}, a), ...acts, { ...missing, ...a }];
}

test.each<[string, { story: HistoryEntry[]; clause: string; suspects: string[] }]>([
  ['nothing', { story: lostAfter(), clause: 'fetch/report-stays', suspects: [] }],
  [
    'an act of the same conversation',
    {
      story: lostAfter(deleted(two, a)),
      clause: 'delete/removes-only-that-report',
      suspects: ['delete/removes-only-that-report'],
    },
  ],
  [
    'an act of another conversation',
    {
      story: lostAfter(deleted(two, b)),
      clause: 'fetch/report-stays',
      suspects: ['delete/removes-only-that-report'],
    },
  ],
  [
    'the surest sign',
    {
      story: lostAfter(created(three, a), refused('delete', { report: one, who: 'reader', ...a })),
      clause: 'delete/refused-means-unchanged',
      suspects: ['delete/refused-means-unchanged', 'create/leaves-others-unchanged'],
    },
  ],
  [
    'a deletion in another feed by the same id',
    {
      story: lostAfter(refused('delete', { report: one, ...inOther, ...a })),
      clause: 'delete/own-feed-only',
      suspects: ['delete/own-feed-only'],
    },
  ],
  [
    'a create of an equal report',
    {
      story: lostAfter(created(three, { sent: draftOf(one), ...a })),
      clause: 'create/repeats-make-new-reports',
      suspects: ['create/repeats-make-new-reports'],
    },
  ],
  [
    'its feed, where reports of the other are found',
    {
      story: [created(two), fetched(two), created(one, inOther), { ...missing, ...inOther }],
      clause: 'create/in-the-named-feed',
      suspects: [
        'create/parallel-creates-are-all-kept',
        'create/in-the-named-feed',
        'fetch/stored-report-is-found',
      ],
    },
  ],
])('what is lost after %s is blamed on that', (_, { story, clause, suspects }) => {
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

const gone = [created(one), deleted(one)];

test.each<[string, HistoryEntry[], string[]]>([
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
  [
    'a report of the same file by another researcher does not have its id, either',
    [...gone, created(one, { who: 'otherResearcher', sent: { ...draftOf(one), tags: ['other'] } })],
    ['create/makes-a-new-report'],
  ],
])('%s', (_, story, broken) => {
  expect(history(story).broken).toEqual(broken);
});

test('who may delete a report of somebody who must not create is not judged', () => {
  const story = [
    created(one, { who: 'reader' }),
    refused('delete', { report: one, who: 'reader' }),
  ];
  expect(history(story).broken).toEqual(['create/researchers-only']);
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
    created(one),
    byUnknown,
    refused('delete', { report: one, who: 'reader' }),
    refused('delete', { report: one, who: 'service', body: mistyped }),
  ]);
  expect(broken).toEqual([]);
  expect(evidence.problems.map(({ key }) => key)).toEqual(['tokens.service']);
});

const served = fetched(one, {}, { who: 'nobody' });
const turnedAway = refused('fetch', { report: one, who: 'nobody', status: 401 });

test.each<[string, HistoryEntry[], string[]]>([
  ['served', [served, served], []],
  ['refused', [turnedAway, turnedAway], []],
  ['refused, and served later', [turnedAway, served], []],
  ['refused, served and refused again', [turnedAway, served, turnedAway], ['fetch/report-stays']],
])('a fetch without a token may be open to everybody or not: %s', (_, story, broken) => {
  expect(history([created(one), fetched(one), ...story]).broken).toEqual(broken);
});
