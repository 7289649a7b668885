import { expect, test } from 'vitest';
import {
  created,
  deleted,
  draftOf,
  exchangesOf,
  fetched,
  found,
  type HistoryEntry,
  hashes,
  one,
  refused,
  service,
  two,
} from '../../service/model/history.test.support.ts';
import { idForms, nearId } from '../../service/requests/made-up.ts';
import { type RecordedCall, recordedCalls, renumbered } from './recorded-call.ts';

function callsOf(...story: readonly HistoryEntry[]): RecordedCall[] {
  return recordedCalls(service, exchangesOf(story));
}

test('what is new each time is left to the replay: ids and hashes of reports', () => {
  const [creation, deletion] = callsOf(created(one), deleted(one, { who: 'service' }));
  expect(creation).toMatchObject({ operation: 'create', creates: 'report-1' });
  expect(JSON.parse(creation?.body ?? '')).toEqual({
    ...draftOf(one),
    file256Hash: '{{hash-1}}',
  });
  expect(deletion).toMatchObject({ about: { report: '{{report-1}}' }, caller: 'tokens.service' });
});

test('so are hashes that were made up to look them up, but not those of files, and what is made of them', () => {
  const madeUp = '0123456789abcdef'.repeat(4);
  const near = `ffff${hashes.sha256.slice(4)}`;
  const stated = 'fedcba9876543210'.repeat(4);
  const asked = [madeUp, madeUp.toUpperCase(), hashes.sha256, near, stated];
  const calls = callsOf(
    found(hashes.sha512, { blake3Hash: stated }),
    ...asked.map((hash) => refused('lookup', { hash })),
  );
  expect(calls.slice(1).map(({ about }) => about.hash)).toEqual([
    '{{hash-1}}',
    '{{upper-hash-1}}',
    hashes.sha256,
    near,
    stated,
  ]);
});

const drawn = 'abcdef12-3456-4789-8abc-def123456789';

test.each([
  ['neighbour', 'abcdef12-3456-4789-8abc-def123456781'],
  ['upper', 'ABCDEF12-3456-4789-8ABC-DEF123456789'],
  ['short', 'abcdef12'],
] as const)('so is what is made of an id: %s', (form, report) => {
  expect(idForms[form].of(drawn)).toBe(report);
  expect(callsOf(created(drawn), refused('fetch', { report }))[1]?.about.report).toBe(
    `{{${form}-report-1}}`,
  );
});

test('a few characters of an id are those of another one', () => {
  const other = drawn.replace('3456-', '3457-');
  expect(callsOf(created(drawn), refused('fetch', { report: other }))[1]?.about.report).toBe(other);
});

test('reports and hashes are numbered anew where others are left out', () => {
  const calls = callsOf(created(one), created(two), refused('fetch', { report: nearId(two) }));
  const [, creation, fetch] = calls;
  const left = renumbered(service, calls.slice(1));
  expect(left).toMatchObject([{ creates: 'report-1' }, { about: { report: '{{near-report-1}}' } }]);
  expect(left[0]?.body).toBe(creation?.body?.replaceAll('hash-2', 'hash-1'));
  expect(left[1]).toEqual({ ...fetch, about: { ...fetch?.about, report: '{{near-report-1}}' } });
});

test('calls that were made at once stay together, and waits are kept', () => {
  const calls = callsOf(
    created(one, { at: 100 }),
    created(two, { at: 105 }),
    fetched(two, {}, { at: 106 }),
    fetched(one, {}, { at: 1116 }),
  );
  expect(calls.map(({ atOnce, after }) => [atOnce, after])).toEqual([
    ...[1, 1, 1].map((group) => [group, undefined]),
    [undefined, 1000],
  ]);
});

test.each([
  refused('create', { body: { id: one, error: 'no', successful: false } }),
  created(one, { body: { id: 7, successful: true } }),
  { ...fetched(one), body: { id: one, successful: true } },
])('no report is created by %j', (entry) => {
  expect(callsOf(entry)[0]).not.toHaveProperty('creates');
});
