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

const typed = { sentType: 'application/json' };
const stored = created(one, typed);
const gone = [stored, fetched(one), deleted(one, { status: 204 })];

function refusedAs(status: number, operation: string, more: Partial<HistoryEntry> = {}) {
  return refused(operation, { ...(operation === 'create' && typed), ...more, status });
}

function observed(story: readonly HistoryEntry[]) {
  const { observations } = history(story).evidence;
  return observations
    .filter(({ openPoint }) => openPoint.includes('.status.'))
    .map(({ openPoint, value }) => [openPoint, value]);
}

test.each<[point: string, HistoryEntry[]]>([
  ['create.status.no-token', [refusedAs(450, 'create', { who: 'nobody' })]],
  ['create.status.unknown-token', [refusedAs(450, 'create', { who: 'forged' })]],
  ['create.status.not-a-researcher', [refusedAs(450, 'create', { who: 'reader' })]],
  ['create.status.unknown-service', [refusedAs(450, 'create', { service: 'nowhere' })]],
  ['create.status.invalid-report', [refusedAs(450, 'create', { sent: {} })]],
  ['create.status.wrong-type', [refusedAs(450, 'create', { sent: { ...draftOf(one), tags: 5 } })]],
  ['create.status.no-object', [refusedAs(450, 'create', { sent: [] })]],
  ['create.status.malformed-request', [refusedAs(450, 'create', { sentText: '{' })]],
  ['create.status.wrong-content-type', [refusedAs(450, 'create', { sentType: 'text/plain' })]],
  ['create.status.duplicate-report', [stored, refusedAs(450, 'create')]],
  ['fetch.status.missing-parameter', [refusedAs(450, 'fetch')]],
  ['fetch.status.malformed-id', [refusedAs(450, 'fetch', { report: 'no-uuid' })]],
  ['fetch.status.unknown-report', [refusedAs(450, 'fetch', { report: two })]],
  ['fetch.status.deleted-report', [...gone, refusedAs(450, 'fetch', { report: one })]],
  [
    'fetch.status.may-not-fetch',
    [stored, fetched(one), refusedAs(450, 'fetch', { report: one, who: 'reader' })],
  ],
  [
    'delete.status.not-your-report',
    [stored, fetched(one), refusedAs(450, 'delete', { report: one, who: 'reader' })],
  ],
  ['delete.status.deleted-report', [...gone, refusedAs(450, 'delete', { report: one })]],
  ['lookup.status.unknown-hash', [refusedAs(450, 'lookup', { hash: 'f'.repeat(64) })]],
  ['lookup.status.malformed-hash', [refusedAs(450, 'lookup', { hash: 'f' })]],
])('a refusal with one reason shows %s', (point, story) => {
  expect(observed(story)).toContainEqual([point, 450]);
});

test('a success shows the usual status of its operation', () => {
  const shown = observed([...gone, found(hashes.sha256)]);
  expect(shown).toEqual([
    ['create.status.created', 201],
    ['fetch.status.fetched', 200],
    ['delete.status.deleted', 204],
    ['lookup.status.found', 200],
  ]);
});

test.each<[why: string, HistoryEntry]>([
  ['two flaws', refusedAs(450, 'create', { who: 'nobody', sent: {} })],
  ['no flaw that is known', refusedAs(450, 'create')],
  ['an odd way', refusedAs(450, 'fetch', { way: { rawPath: '/' } })],
  ['a lookup that is counted', refusedAs(450, 'lookup', { hash: 'f', who: 'limited[0]' })],
  ['a caller of the other area', refusedAs(450, 'lookup', { hash: 'f', who: 'researcher' })],
])('a refusal of %s shows no status', (_why, entry) => {
  expect(observed([entry])).toEqual([]);
});

test('of several statuses for one reason the usual one counts', () => {
  const answered = [503, 404, 404].map((status) => refusedAs(status, 'fetch', { report: two }));
  expect(observed(answered)).toEqual([['fetch.status.unknown-report', 404]]);
});
