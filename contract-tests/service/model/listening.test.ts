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
  refused,
  two,
} from './history.test.support.ts';

const missing = refused('fetch', { report: one, status: 404 });
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

/** Found or refused: f and r by the SHA-256, F and R by the SHA-512. */
function lookups(calls: string, more: Partial<HistoryEntry> = {}): HistoryEntry[] {
  return [...calls].map((call) => {
    const hash = 'fr'.includes(call) ? hashes.sha256 : hashes.sha512;
    return { ...('fF'.includes(call) ? found(hash) : refused('lookup', { hash })), ...more };
  });
}

function told(what: string, stories: HistoryEntry[][]): [string, HistoryEntry[]][] {
  return stories.map((story, nth) => [`${what}, ${nth + 1}`, story]);
}

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
    [hit, hit, none, hit].map((call) => ({ ...call, at: 100 })),
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
  ['lookup/every-call-counts', [hit, hit, hit, hit]],
  ['lookup/every-call-counts', [hit, miss, miss, hit]],
  ['lookup/every-call-counts', [hit, hit, hit, hit].map((call) => ({ ...call, at: 100 }))],
  [
    'lookup/every-call-counts lookup/refused-at-zero',
    [hit, hitBySha512, hitByBlake3, hit, hitBySha512, hitByBlake3],
  ],
  ['lookup/stays-refused', [hit, miss, miss, none, hit]],
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
