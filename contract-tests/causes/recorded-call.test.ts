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
  two,
} from '../model/history.test.support.ts';
import { nearId } from '../talk/made-up.ts';
import { type RecordedCall, recordedCalls, renumbered } from './recorded-call.ts';

const callsOf = (...story: readonly HistoryEntry[]): RecordedCall[] =>
  recordedCalls(exchangesOf(story));

test('what is new each time is left to the replay: ids, ids near them, and hashes of reports', () => {
  const [creation, ...others] = callsOf(
    created(one),
    refused('fetch', { report: nearId(one) }),
    deleted(one, { who: 'service' }),
  );
  expect(creation).toMatchObject({ operation: 'create', creates: 'report-1' });
  expect(JSON.parse(creation?.body ?? '')).toEqual({
    ...draftOf(one),
    file256Hash: '{{hash-1}}',
  });
  expect(others).toMatchObject([
    { report: '{{near-report-1}}', caller: 'tokens.researcher' },
    { report: '{{report-1}}', caller: 'tokens.service' },
  ]);
});

test('reports and hashes are numbered anew where others are left out', () => {
  const calls = callsOf(created(one), created(two), refused('fetch', { report: nearId(two) }));
  const [, creation, fetch] = calls;
  const left = renumbered(calls.slice(1));
  expect(left).toMatchObject([{ creates: 'report-1' }, { report: '{{near-report-1}}' }]);
  expect(left[0]?.body).toBe(creation?.body?.replaceAll('hash-2', 'hash-1'));
  expect(left[1]).toEqual({ ...fetch, report: '{{near-report-1}}' });
});

test('calls that were made at once stay together, and waits are kept', () => {
  const calls = callsOf(
    created(one, { at: 100 }),
    created(two, { at: 105 }),
    fetched(one, {}, { at: 1115 }),
  );
  expect(calls.map(({ atOnce, after }) => [atOnce, after])).toEqual([
    [1, undefined],
    [1, undefined],
    [undefined, 1000],
  ]);
});

test('calls that were made one after the other stay so, whatever else was under way', () => {
  const exchanges = exchangesOf([
    created(one, { at: 100 }),
    created(two, { at: 105 }),
    fetched(one, {}, { at: 112 }),
  ]);
  expect(exchanges.map(({ endedAt }) => endedAt)).toEqual([110, 115, 122]);
  expect(recordedCalls(exchanges).map(({ atOnce }) => atOnce)).toEqual([1, 1, undefined]);
});

test('a hash that is looked up stays as it is', () => {
  expect(callsOf(found(hashes.sha512))).toMatchObject([{ hash: hashes.sha512 }]);
});
