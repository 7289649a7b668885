import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { concludeListening } from './conclude.ts';
import {
  at,
  conversation,
  created,
  deleted,
  draft,
  feed,
  fetched,
  hash,
  json,
  newId,
  refused,
  reportOf,
} from './heard.test.support.ts';
import { headersOf } from './heard.ts';

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

test('a body that comes again counts as much as one that is written otherwise', () => {
  const flawed = [
    fetched(id),
    fetched(id, { tags: ['rat', 5], reportedAt: '2026-02-30 00:00:00' }),
    { url: feed(id), ...refused(404) },
    { url: feed(id), status: 404, ...json({ error: 5, successful: true }) },
    { url: feed(id), ...json([]) },
    deleted(newId()),
    { url: `${at}/private/sample/${hash}`, ...json({ sha256Hash: hash, sha512Hash: 5 }) },
  ];
  const told = (isWrittenOtherwise: boolean) => {
    const { hear, listener } = conversation();
    for (let times = 0; times < 4; times += 1)
      for (const one of flawed) {
        const blank = isWrittenOtherwise ? ' '.repeat(times) : '';
        hear('a', { ...one, responseBody: `${one.responseBody}${blank}` });
      }
    const { clauses, heard } = concludeListening(listener, { startedAt: new Date() });
    return { counts: clauses.map(({ id, verdict, times }) => [id, verdict, times]), heard };
  };
  expect(told(false)).toEqual(told(true));
});

test('a header may have any name', () => {
  const raw = ['Constructor', 'a', 'constructor', 'b', '__proto__', 'c'];
  expect(Object.entries(headersOf(raw))).toEqual([['constructor', 'a, b']]);
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

const analysis = (part: object = {}) => ({
  date: '2026-01-31T13:45:00Z',
  tags: [{ heat: 1, name: 'rat' }],
  ssDeep: '3:a:b',
  configs: {},
  mD5Hash: 'a'.repeat(32),
  fileName: 'a.bin',
  sha1Hash: 'a'.repeat(40),
  blake3Hash: 'b'.repeat(64),
  sha256Hash: hash,
  sha512Hash: 'c'.repeat(128),
  sizeInBytes: 5,
  staticAnalysisDuration: '1 s',
  ...part,
});
const lookup = (by: string, part: object = {}) => ({
  url: `${at}/private/sample/${by}`,
  ...json(analysis(part)),
});
const missed = (by: string, status = 404) => ({
  url: `${at}/private/sample/${by}`,
  ...refused(status),
});

test('a file has one analysis, by every hash, unless it was analysed anew', () => {
  const { hear, broken } = conversation();
  hear('a', lookup(hash));
  hear('a', lookup('b'.repeat(64)));
  hear('a', lookup(hash, { date: '2026-02-01T00:00:00Z', fileName: 'b.bin', tags: [] }));
  expect(broken()).toEqual([]);
  hear('b', lookup('c'.repeat(128), { fileName: 'b.bin' }));
  expect(broken()).toEqual(['lookup/same-by-every-hash']);
});

test('a hash that never finds a file, between others that do, is heard', () => {
  const { hear, broken } = conversation();
  for (const _ of [1, 2]) {
    hear('a', lookup(hash));
    hear('a', missed('b'.repeat(64)));
  }
  expect(broken()).toEqual([]);
  hear('a', lookup(hash));
  expect(broken()).toEqual(['lookup/by-blake3']);
});

test('what is served after the count of the target file is used up is heard', () => {
  const limited = { tokens: { limited: [{ token: 'few', remaining: 2 }] } };
  const { hear, broken } = conversation(limited);
  hear('few', lookup(hash));
  hear('few', missed('d'.repeat(64)));
  hear('few', missed(hash, 429));
  expect(broken()).toEqual([]);
  hear('few', lookup(hash));
  expect(broken()).toContain('lookup/misses-count');
  expect(broken()).toContain('lookup/stays-refused');
});

test('what only may be of the API is passed over', () => {
  const { hear, listener } = conversation();
  expect(hear('a', { url: `${at}/health` })).toMatchObject({ unjudged: 'of another API' });
  expect(hear('a', { url: 'http://elsewhere.example/feed/a/api' })).toMatchObject({
    unjudged: 'of another API',
  });
  const strange = { 'content-type': 'application/json', 'content-encoding': 'zstd' };
  const packed = { responseHeaders: strange, responseBody: Buffer.from('?') };
  expect(hear('a', { url: feed(id), ...packed })).toMatchObject({
    unjudged: 'unreadable',
  });
  expect(listener.tally.unjudged).toEqual({ 'of another API': 2, unreadable: 1 });
});

test('a gateway that answers instead of the service breaks nothing', () => {
  const { hear, broken } = conversation();
  const page = { responseHeaders: { 'content-type': 'text/html' }, responseBody: '<html>' };
  for (const status of [301, 304, 429, 500, 502, 503, 504])
    hear('a', { url: feed(id), status, ...page });
  expect(broken()).toEqual([]);
  hear('a', { url: feed(id), status: 404, ...page });
  expect(broken()).toContain('fetch/body-is-json');
});

test('packed bodies are read', () => {
  const { hear, broken } = conversation();
  const bytes = gzipSync(JSON.stringify({ report: reportOf(id, { name: 7 }), successful: true }));
  hear('a', {
    url: feed(id),
    responseHeaders: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    responseBody: bytes,
  });
  expect(broken()).toEqual(['report/name-type']);
});

test('no token is in the result, wherever a server puts it, and what was not seen says what would show it', () => {
  const { hear, listener } = conversation();
  const echo = { error: 'Bearer s3cret-token', token: 's3cret-token', successful: true };
  hear('Bearer s3cret-token', { url: feed(id), status: 403, ...json(echo) });
  const result = concludeListening(listener, { startedAt: new Date() });
  expect(result.verdict).toBe('violates');
  expect(JSON.stringify(result)).not.toContain('s3cret');
  const unseen = result.clauses.find((one) => one.id === 'create/flag-true');
  expect(unseen).toMatchObject({
    verdict: 'not-testable',
    reason: 'not seen: a create would show it',
  });
});

test('an area that nobody used does not make the verdict inconclusive, and no traffic does', () => {
  const { hear, listener } = conversation();
  const nothing = concludeListening(listener, { startedAt: new Date() });
  expect(nothing.verdict).toBe('inconclusive');
  hear('a', created(id));
  hear('a', fetched(id));
  expect(concludeListening(listener, { startedAt: new Date() })).toMatchObject({
    verdict: 'conforms',
    exitCode: 0,
  });
});
