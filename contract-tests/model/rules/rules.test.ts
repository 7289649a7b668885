import { expect, test } from 'vitest';
import {
  analysisOf,
  created,
  deleted,
  found,
  hashes,
  history,
  one,
  refused,
} from '../history.test.support.ts';
import { feedHistories, type Pair } from './feed-histories.test.support.ts';
import { rules } from './rules.ts';

const unheard = 'f'.repeat(64);
const upper = hashes.sha256.toUpperCase();
const otherHashes = { sha256Hash: unheard, sha512Hash: '9'.repeat(128), blake3Hash: unheard };

const usual = {
  create: created(one),
  fetch: refused('fetch', { report: one }),
  delete: refused('delete', { report: one }),
} as const;

/** 0: the same for all operations of the feed. */
const json = Object.fromEntries(
  Object.entries(usual).flatMap(([operation, entry]): [string, Pair][] => [
    [`${operation}/body-is-json`, { broken: [{ ...entry, body: 'no JSON' }], met: [entry] }],
    [
      `${operation}/content-type-is-json`,
      { broken: [{ ...entry, type: 'text/html' }], met: [entry] },
    ],
  ]),
);

/** 5: the same for all operations that need a token. */
const tokens = (): { readonly [clause: string]: Pair } => {
  const served = (who: string) => ({
    create: [created(one, { who })],
    delete: [created(one), deleted(one, { who })],
    lookup: [found(hashes.sha256, {}, { who })],
  });
  const turnedAway = (who: string) => ({
    create: [refused('create', { who })],
    delete: [created(one), refused('delete', { report: one, who })],
    lookup: [refused('lookup', { hash: hashes.sha256, who })],
  });
  const callers = { 'token-required': 'nobody', 'token-must-be-known': 'unknown token' };
  return Object.fromEntries(
    (['create', 'delete', 'lookup'] as const).flatMap((operation) =>
      Object.entries(callers).map(([end, who]): [string, Pair] => [
        `${operation}/${end}`,
        { broken: served(who)[operation], met: turnedAway(who)[operation] },
      ]),
    ),
  );
};

/** 4.4, and the clauses about its bodies. */
const lookups: { readonly [clause: string]: Pair } = {
  'lookup/body-is-json': {
    broken: [found(hashes.sha256, {}, { body: JSON.stringify(analysisOf()).slice(0, -9) })],
    met: [found(hashes.sha256)],
  },
  'lookup/content-type-is-json': {
    broken: [found(hashes.sha256, {}, { type: 'text/plain' })],
    met: [found(hashes.sha256)],
  },
  'lookup/body-is-the-analysis': {
    broken: [found(hashes.sha256, {}, { body: { data: analysisOf() } })],
    met: [found(hashes.sha256)],
  },
  'lookup/by-sha256': {
    broken: [found(hashes.sha512), refused('lookup', { hash: hashes.sha256 })],
    met: [found(hashes.sha256)],
  },
  'lookup/by-sha512': {
    broken: [found(hashes.sha256), refused('lookup', { hash: hashes.sha512 })],
    met: [found(hashes.sha512)],
  },
  'lookup/by-blake3': {
    broken: [found(hashes.sha256), refused('lookup', { hash: hashes.blake3 })],
    met: [found(hashes.blake3)],
  },
  'lookup/gives-the-file-asked-for': {
    broken: [found(hashes.sha256, otherHashes)],
    met: [found(hashes.sha256)],
  },
  'lookup/states-its-hashes': {
    broken: [found(hashes.sha256, { sha256Hash: unheard, mD5Hash: hashes.sha256 })],
    met: [found(hashes.sha256)],
  },
  'lookup/repeats-agree': {
    broken: [found(hashes.sha256), found(hashes.sha256, { fileName: 'b.exe' })],
    met: [found(hashes.sha256), found(hashes.sha256)],
  },
  'lookup/any-case-means-that-file': {
    broken: [found(hashes.sha256), found(upper, { fileName: 'b.exe' })],
    met: [found(hashes.sha256), found(upper)],
  },
  'lookup/same-by-every-hash': {
    broken: [found(hashes.sha256), found(hashes.sha512, { fileName: 'b.exe' })],
    met: [found(hashes.sha256), found(hashes.sha512)],
  },
  'lookup/unknown-hash-finds-nothing': {
    broken: [found(unheard)],
    met: [refused('lookup', { hash: unheard, status: 404 })],
  },
};

const pairs = { ...json, ...feedHistories, ...lookups, ...tokens() };

test('every rule has a history that breaks it and one that meets it', () => {
  const ids = [...new Set(rules.map(({ id }) => id))];
  expect(Object.keys(pairs).sort()).toEqual(ids.sort());
});

test.each(Object.entries(pairs))(
  '%s is broken by one history and met by another',
  (clause, pair) => {
    const [broken, met] = [history(pair.broken), history(pair.met)];
    expect(broken.broken).toContain(clause);
    expect(met.broken).toEqual([]);
    expect(met.met(clause)).toBeGreaterThan(0);
  },
);
