import { expect, test } from 'vitest';
import { concludeListening } from './conclude.ts';
import {
  conversation,
  created,
  deleted,
  draft,
  feed,
  fetched,
  newId,
  refused,
} from './heard.test.support.ts';

const id = newId();

test('a report that was created and fetched as it was sent breaks nothing', () => {
  const { hear, broken } = conversation();
  hear('a', created(id));
  hear('a', fetched(id));
  hear('b', fetched(id));
  expect(broken()).toEqual([]);
});

test('what was sent comes back, or the clause is broken', () => {
  const { hear, broken } = conversation();
  hear('a', created(id));
  hear('a', fetched(id, { confidenceScore: 6 }));
  expect(broken()).toEqual(['create/keeps-confidence-score']);
});

test('a report reads the same to everybody, also where its creation was not heard', () => {
  const { hear, broken } = conversation();
  hear('a', fetched(id));
  hear('b', fetched(id, { reportedBy: 'Somebody else' }));
  expect(broken()).toEqual(['fetch/callers-agree']);
});

test('a report that is gone is not suspicious: anybody may have deleted it unheard', () => {
  const { hear, broken } = conversation();
  hear('a', created(id));
  hear('a', fetched(id));
  hear('a', { url: feed(id), ...refused(404) });
  hear('a', { url: feed(newId()), ...refused(404) });
  hear('a', { ...deleted(id), ...refused(404) });
  expect(broken()).toEqual([]);
});

test('a deleted report does not come back', () => {
  const { hear, broken } = conversation();
  hear('a', created(id));
  hear('a', deleted(id));
  hear('b', fetched(id));
  expect(broken()).toEqual(['delete/success-means-gone']);
});

test('a fetch that was under way while the report was deleted proves nothing', () => {
  const { hear, broken } = conversation();
  hear('a', created(id));
  hear('a', deleted(id), [100_000, 101_000]);
  hear('b', fetched(id), [100_500, 102_000]);
  expect(broken()).toEqual([]);
});

test('deleting by the id in another case proves nothing', () => {
  const { hear, broken } = conversation();
  const lettered = `abcdef00${id.slice(8)}`;
  hear('a', created(lettered));
  hear('a', deleted(lettered.toUpperCase()));
  hear('a', fetched(lettered));
  expect(broken()).toEqual([]);
});

test.each([
  ['a new id each time', newId(), 'met'],
  ['the id of the first', id, 'broken'],
])('two creates of one report that get %s', (_what, second, verdict) => {
  const { hear, listener } = conversation();
  hear('a', created(id));
  hear('a', created(second));
  const { clauses } = concludeListening(listener, { startedAt: new Date() });
  const repeats = clauses.find((one) => one.id === 'create/repeats-make-new-reports');
  expect(repeats?.verdict).toBe(verdict);
});

test('ids are not shared: not by two creates, nor with a report that was there before', () => {
  const { hear, broken } = conversation();
  hear('a', created(id));
  hear('b', created(id, { ...draft, c2Address: 'other.example:443' }));
  expect(broken()).toEqual(['create/makes-a-new-report']);
  const other = conversation();
  other.hear('a', fetched(id));
  other.hear('a', created(id));
  expect(other.broken()).toEqual(['create/makes-a-new-report']);
});

test('a creator who is refused, and finds the report afterwards, may have deleted it', () => {
  const { hear, broken } = conversation();
  hear('a', created(id));
  hear('a', { ...deleted(id), ...refused(403) });
  hear('b', fetched(id));
  expect(broken()).toEqual([]);
  // The token might have expired; now it shows that it had not.
  hear('a', created(newId()));
  expect(broken()).toEqual(['delete/creator-may-delete']);
});

test.each([429, 500, 503])('a creator who is told %i was not refused', (status) => {
  const { hear, broken } = conversation();
  hear('a', created(id));
  hear('a', { ...deleted(id), ...refused(status) });
  hear('a', fetched(id));
  hear('a', created(newId()));
  expect(broken()).toEqual([]);
});

const people = {
  tokens: { researcher: 'r1', otherResearcher: 'r2', reader: 'reader', limited: [] },
} as const;

test('a stranger who deletes is heard where deleting what is gone is refused', () => {
  const { hear, broken } = conversation(people);
  hear('r1', created(id));
  hear('reader', deleted(id));
  expect(broken()).toEqual([]);
  const other = newId();
  hear('r1', created(other));
  hear('r1', deleted(other));
  hear('r1', { ...deleted(other), ...refused(404) });
  expect(broken()).toEqual(['delete/reader-may-not']);
});

test('a stranger who deletes what may be gone is not, where deleting that is accepted', () => {
  const { hear, broken } = conversation(people);
  const other = newId();
  hear('r1', created(other));
  hear('r1', deleted(other));
  hear('r1', deleted(other));
  hear('r1', created(id));
  hear('reader', deleted(id));
  expect(broken()).toEqual([]);
});

test('a create without a token is refused', () => {
  const { hear, broken } = conversation();
  hear(undefined, { ...created(id), ...refused(401) });
  expect(broken()).toEqual([]);
  hear(undefined, created(id));
  expect(broken()).toEqual(['create/token-required']);
});

test('a recording without tokens says nothing of who called', () => {
  const { hear, broken } = conversation();
  hear(undefined, { ...created(id), caller: null });
  expect(broken()).toEqual([]);
});
