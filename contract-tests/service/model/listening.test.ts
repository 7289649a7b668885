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
  missing,
  one,
  refused,
  two,
} from './history.test.support.ts';

const refusedDelete = refused('delete', { report: one });
const slowly = { ...refusedDelete, ms: 5000 };

function refusedTwo(more: Partial<HistoryEntry> = {}) {
  return refused('delete', { report: two, ...more });
}

const byReader = [created(one), deleted(one, { who: 'reader' }), created(two)];
const hit = found(hashes.sha256, {}, { who: 'limited[1]' });
const hitBySha512 = found(hashes.sha512, {}, { who: 'limited[1]' });
const hitByBlake3 = found(hashes.blake3, {}, { who: 'limited[1]' });
const none = refused('lookup', { hash: hashes.sha256, who: 'limited[1]', status: 429 });
const miss = { ...none, hash: 'f'.repeat(64), status: 404 };

/** A report that shows its reporter as it was sent, some time after another of the same client. */
function signed(at: number, who = 'researcher'): HistoryEntry[] {
  return [
    created(two),
    fetched(two),
    created(one, { at, who, sent: { ...draftOf(one), reportedBy: 'Me' } }),
    fetched(one, { reportedBy: 'Me' }),
  ];
}

/** Lookups of one file by a caller without a count. */
const bySha256 = found(hashes.sha256);
const bySha512 = found(hashes.sha512);
const notBySha256 = refused('lookup', { hash: hashes.sha256 });
const notBySha512 = refused('lookup', { hash: hashes.sha512 });

/** It is found by one hash before and after it is not by the other, twice. */
const twiceNotBySha512 = [bySha256, notBySha512, bySha256, notBySha512, bySha256];

/** All of them changed alike. */
function each(story: readonly HistoryEntry[], change: Partial<HistoryEntry>): HistoryEntry[] {
  return story.map((entry) => ({ ...entry, ...change }));
}

/** Stories that accuse nobody for one reason, each with what is particular about it. */
function accusingNobody(
  what: string,
  stories: { readonly [particular: string]: HistoryEntry[] },
): [string, HistoryEntry[]][] {
  return Object.entries(stories).map(([particular, story]) => [`${what}: ${particular}`, story]);
}

test.each<[string, HistoryEntry[]]>([
  ...accusingNobody('to refuse a deletion with a token that is not seen to be good afterwards', {
    'only another creates': [
      created(one),
      refusedDelete,
      fetched(one),
      created(two, { who: 'otherResearcher' }),
    ],
    'its next create is refused': [
      created(one),
      refusedDelete,
      created(two),
      fetched(one),
      fetched(one),
      refused('create'),
    ],
    'a fetch began before the refusal': [
      created(one),
      slowly,
      fetched(one, {}, { at: 4500, ms: 9000 }),
      created(two),
    ],
    'a create began before the refusal': [
      created(one),
      slowly,
      fetched(one, {}, { at: 9100 }),
      created(two, { at: 4500, ms: 9000 }),
    ],
    'the server was unavailable': [
      created(one),
      { ...refusedDelete, status: 503 },
      fetched(one),
      created(two),
    ],
  }),
  ...accusingNobody('to delete what somebody else may have deleted', {
    'both were deleting': [
      ...byReader,
      deleted(two, { ms: 5000 }),
      refusedTwo({ at: 9000, ms: 9000 }),
    ],
    'it was deleted twice': [...byReader, deleted(two), deleted(two), refusedTwo()],
    'another is refused': [...byReader, deleted(two), refusedTwo({ who: 'otherResearcher' })],
    'the server was unavailable': [...byReader, deleted(two), refusedTwo({ status: 503 })],
    'nobody was seen to delete it': [...byReader, refusedTwo(), refusedTwo()],
  }),
  ...accusingNobody('not to find a file by another hash', {
    'it was not found later': [bySha256, notBySha512],
    'only once': [bySha256, notBySha512, bySha256],
    'nor by the first in between': [
      bySha256,
      notBySha512,
      bySha256,
      notBySha256,
      bySha256,
      notBySha512,
      bySha256,
    ],
    'it was not found before': [notBySha512, bySha256, notBySha512, bySha256],
    'it is found by both at last': [
      bySha256,
      notBySha512,
      bySha256,
      notBySha512,
      bySha512,
      bySha256,
    ],
    'it comes and goes': [bySha256, notBySha256, bySha256, notBySha256, bySha256],
    'it is not found again at the end': [bySha256, notBySha512, bySha256, notBySha512],
    'all at the same time': each(twiceNotBySha512, { at: 100 }),
    'each takes a minute': each(twiceNotBySha512, { ms: 60_000 }),
  }),
  ...accusingNobody('to serve lookups beyond a count', {
    'one was refused for another reason': [hit, { ...none, status: 403 }, hit, hit],
    'all at the same time': each([hit, hit, none, hit], { at: 100 }),
    'it is refused in the end': [hit, hit, hit, none, none],
    'its count may have been filled up': [hit, miss, miss, none, hit],
  }),
  ...accusingNobody('to show the name that was sent, of a client whose name is not known now', {
    'another client': signed(3000, 'otherResearcher'),
    'more than a minute later': signed(62_001),
  }),
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
  ['lookup/by-sha512', twiceNotBySha512],
  ['lookup/by-sha512', twiceNotBySha512.flatMap((lookup) => [lookup, lookup])],
  ['lookup/every-call-counts', [hit, hit, hit, hit]],
  ['lookup/every-call-counts', [hit, miss, miss, hit]],
  ['lookup/every-call-counts', each([hit, hit, hit, hit], { at: 100 })],
  [
    'lookup/every-call-counts lookup/refused-at-zero',
    [hit, hitBySha512, hitByBlake3, hit, hitBySha512, hitByBlake3],
  ],
])('but %s is proven all the same', (clauses, story) => {
  expect(history(story, { isAlone: false }).broken.join(' ')).toBe(clauses);
});

test('what the lookups of one caller leave open, those of another may tell', () => {
  const other = 'limited[0]';
  const rightly = [
    found(hashes.sha256, {}, { who: other }),
    refused('lookup', { hash: 'no-hash', who: other, status: 400 }),
    { ...none, who: other },
  ];
  const freely = [hit, miss, { ...miss, hash: 'e'.repeat(64) }, hitBySha512, hitByBlake3, none];
  const { broken } = history([...rightly, ...freely], { isAlone: false });
  expect(broken).toContain('lookup/misses-count');
});
