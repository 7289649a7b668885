import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { schemaSample } from '../../../src/spec/schema/samples.ts';
import { schemaNamed } from '../../../src/spec/schemas.ts';
import { concludeListening } from './conclude.ts';
import {
  at,
  conversation,
  created,
  draft,
  feed,
  fetched,
  hash,
  json,
  newId,
  refused,
  reportOf,
} from './conversation.test.support.ts';

const id = newId();

function analysis(part: object = {}) {
  return {
    ...(schemaSample(schemaNamed('StaticAnalysis')) as object),
    blake3Hash: 'b'.repeat(64),
    sha256Hash: hash,
    sha512Hash: 'c'.repeat(128),
    ...part,
  };
}

function lookup(by: string, part: object = {}) {
  return {
    url: `${at}/private/sample/${by}`,
    ...json(analysis(part)),
  };
}

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
  expect(listener.unjudged).toEqual({ 'of another API': 2, unreadable: 1 });
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

test.each<[string, { readonly url?: string; readonly requestBody?: string }]>([
  ['a body', { requestBody: '{}' }],
  ['an empty parameter beside its own', { url: `${feed(id)}&report=` }],
  ['a parameter in another case beside its own', { url: `${feed(id)}&Report=${newId()}` }],
])('a fetch with %s says nothing of the report that it names', (_, odd) => {
  const { hear, broken } = conversation();
  hear('a', created(id));
  hear('a', { method: 'DELETE', url: feed(id), ...json({ message: 'gone', success: true }) });
  hear('a', { ...fetched(id), ...odd });
  expect(broken()).toEqual([]);
  hear('a', fetched(id));
  expect(broken()).toEqual(['delete/success-means-gone']);
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

test('the result has no token, wherever a server puts it, and unseen clauses name the traffic they need', () => {
  const { hear, listener } = conversation();
  const echo = { error: 'Bearer s3cret-token', token: 's3cret-token', successful: true };
  hear('Bearer s3cret-token', { url: feed(id), status: 403, ...json(echo) });
  const result = concludeListening(listener, new Date());
  expect(result.verdict).toBe('violates');
  expect(JSON.stringify(result)).not.toContain('s3cret');
  const unseen = result.clauses.find((one) => one.id === 'create/flag-true');
  expect(unseen).toMatchObject({
    verdict: 'not-testable',
    reason: 'not seen: a create would show it',
  });
});

test('an unused area does not make the verdict inconclusive, but no traffic at all does', () => {
  const { hear, listener } = conversation();
  const nothing = concludeListening(listener, new Date());
  expect(nothing.verdict).toBe('inconclusive');
  hear('a', created(id));
  hear('a', fetched(id));
  expect(concludeListening(listener, new Date())).toMatchObject({
    verdict: 'conforms',
    exitCode: 0,
  });
});

test('traffic leads to remarks, which do not affect the verdict', () => {
  const { hear, listener } = conversation({
    tokens: { researcher: 'Bearer s3cret-token', limited: [] },
  });
  hear('Bearer s3cret-token', created(id));
  hear('Bearer s3cret-token', {
    ...fetched(id),
    responseHeaders: { 'content-type': 'application/json', 'x-caller': 's3cret-token' },
  });
  hear('Bearer s3cret-token', { url: feed(id), ...refused(500) });
  const { remarks = [], verdict } = concludeListening(listener, new Date());
  expect(remarks.map((one) => one.id)).toEqual(['5xx', 'token-shown']);
  expect(remarks[0]?.says).toMatch(/^1 of 2 valid fetches got 500/);
  expect(verdict).toBe('conforms');
});

test.each([10, 40, 400])('bodies of %i KiB are judged in whole', (size) => {
  const tags = Array.from({ length: size }, (_, nth) => `${nth} `.padEnd(1000, 'tag'));
  const repeated = { tags, name: tags.join() };
  const told = (part: object, analysed: object) => {
    const { hear, broken } = conversation();
    hear('a', created(id, { ...draft, tags }));
    hear('a', fetched(id, repeated));
    hear('b', fetched(id, { ...repeated, ...part }));
    hear('a', lookup(hash, { configs: { all: { tags } } }));
    hear('a', lookup('c'.repeat(128), { configs: { all: { tags } }, ...analysed }));
    return broken();
  };
  expect(told({}, {})).toEqual([]);
  const others = tags.with(size - 2, 'another');
  expect(told({ tags: others }, { configs: { all: { tags: others } } })).toEqual(
    expect.arrayContaining(['fetch/callers-agree', 'lookup/same-by-every-hash']),
  );
});
