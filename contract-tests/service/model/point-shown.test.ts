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

type More = Partial<HistoryEntry>;

const typed = { sentType: 'application/json' };
const stored = created(one, typed);
const seen = [stored, fetched(one)];
const gone = [...seen, deleted(one, { status: 204 })];
const strange = 450;

function refusedAs(status: number, operation: string, more: More = {}): HistoryEntry {
  return refused(operation, { ...(operation === 'create' && typed), ...more, status });
}

function observed(story: readonly HistoryEntry[]) {
  return history(story)
    .evidence.observations.filter(({ openPoint }) => openPoint.includes('.status.'))
    .map(({ openPoint, value }) => [openPoint, value]);
}

test.each<[operation: string, flaw: string, request: More, before?: HistoryEntry[]]>([
  ['create', 'no-token', { who: 'nobody' }],
  ['create', 'unknown-token', { who: 'forged' }],
  ['create', 'not-a-researcher', { who: 'reader' }],
  ['create', 'unknown-service', { service: 'nowhere' }],
  ['create', 'invalid-report', { sent: {} }],
  ['create', 'wrong-type', { sent: { ...draftOf(one), tags: 5 } }],
  ['create', 'no-object', { sent: [] }],
  ['create', 'malformed-request', { sentText: '{' }],
  ['create', 'wrong-content-type', { sentType: 'text/plain' }],
  ['create', 'duplicate-report', {}, [stored]],
  ['fetch', 'missing-parameter', {}],
  ['fetch', 'malformed-id', { report: 'no-uuid' }],
  ['fetch', 'unknown-report', { report: two }],
  ['fetch', 'deleted-report', { report: one }, gone],
  ['fetch', 'may-not-fetch', { report: one, who: 'reader' }, seen],
  ['delete', 'not-your-report', { report: one, who: 'reader' }, seen],
  ['delete', 'deleted-report', { report: one }, gone],
  ['lookup', 'unknown-hash', { hash: 'f'.repeat(64) }],
  ['lookup', 'malformed-hash', { hash: 'f' }],
])(
  'a refused %s with one flaw shows the status for it: %s',
  (operation, flaw, request, before = []) => {
    const shown = observed([...before, refusedAs(strange, operation, request)]);
    expect(shown).toContainEqual([`${operation}.status.${flaw}`, strange]);
  },
);

test.each<[why: string, operation: string, request: More]>([
  ['two flaws', 'create', { who: 'nobody', sent: {} }],
  ['no flaw that is known', 'create', {}],
  ['an odd way', 'fetch', { way: { rawPath: '/' } }],
  ['a lookup that is counted', 'lookup', { hash: 'f', who: 'limited[0]' }],
  ['a caller of the other area', 'lookup', { hash: 'f', who: 'researcher' }],
])('a refusal of %s shows no status', (_why, operation, request) => {
  expect(observed([refusedAs(strange, operation, request)])).toEqual([]);
});

test('a success shows the usual status of its operation', () => {
  expect(observed([...gone, found(hashes.sha256)])).toEqual([
    ['create.status.created', 201],
    ['fetch.status.fetched', 200],
    ['delete.status.deleted', 204],
    ['lookup.status.found', 200],
  ]);
});

test('of several statuses for one reason the usual one counts', () => {
  const answered = [503, 404, 404].map((status) => refusedAs(status, 'fetch', { report: two }));
  expect(observed(answered)).toEqual([['fetch.status.unknown-report', 404]]);
});
