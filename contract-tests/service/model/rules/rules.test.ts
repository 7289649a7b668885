import { expect, test } from 'vitest';
import { keepsClause } from '../../../../src/spec/clauses/field-clauses.ts';
import { draftFields } from '../../../../src/spec/fields.ts';
import { fileHashes, hashKinds } from '../../../../src/spec/file-hashes.ts';
import { operationPlaces } from '../../../../src/spec/operations.ts';
import {
  analysisOf,
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
} from '../history.test.support.ts';
import { callerHistories, served, turnedAway } from './caller-histories.test.support.ts';
import { everyOperation } from './every-operation.ts';
import { feedHistories, type Pair } from './feed-histories.test.support.ts';
import { rules, rulesOn } from './rules.ts';

const unheard = 'f'.repeat(64);
const upper = hashes.sha256.toUpperCase();
const otherHashes = Object.fromEntries(
  fileHashes.map(({ field, digits }) => [field, 'f'.repeat(digits)]),
);

/** 0, 5: the same for all operations. */
const ofEvery = Object.fromEntries(
  operationPlaces.flatMap(({ name, needsToken }): [string, Pair][] => {
    const met = served(name);
    const text = JSON.stringify(met.at(-1)?.body).slice(0, -9);
    return [
      [`${name}/body-is-json`, { broken: served(name, { body: text }), met }],
      [`${name}/content-type-is-json`, { broken: served(name, { type: 'text/html' }), met }],
      ...Object.entries({
        'token-required': 'nobody',
        'token-must-be-known': 'unknown token',
      }).map(([end, who]): [string, Pair] => [
        `${name}/${end}`,
        { broken: served(name, { who }), met: turnedAway(name, { who }) },
      ]),
    ].slice(0, needsToken ? 4 : 2) as [string, Pair][];
  }),
);

/** 4.4, and the clauses about its bodies. */
const lookups: { readonly [clause: string]: Pair } = {
  'lookup/body-is-the-analysis': {
    broken: [found(hashes.sha256, {}, { body: { data: analysisOf() } })],
    met: [found(hashes.sha256)],
  },
  ...Object.fromEntries(
    hashKinds.map((kind) => {
      const other = kind === 'sha256' ? hashes.sha512 : hashes.sha256;
      const broken = [found(other), refused('lookup', { hash: hashes[kind] })];
      return [`lookup/by-${kind}`, { broken, met: [found(hashes[kind])] }];
    }),
  ),
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

const pairs = { ...ofEvery, ...callerHistories, ...feedHistories, ...lookups };

test('every rule has a history that breaks it and one that meets it', () => {
  const ids = new Set<string>(rules.map(({ id }) => id));
  const lacking = [...ids].filter((id) => !(id in pairs));
  expect(lacking, 'add them to feed-histories.test.support.ts, or here for lookups').toEqual([]);
  expect(Object.keys(pairs).filter((id) => !ids.has(id))).toEqual([]);
});

test.each(operationPlaces)('the rules of $name add to those of every operation', ({ name }) => {
  const general = everyOperation.filter(({ on }) => on === name);
  expect(general.length).toBeGreaterThan(1);
  expect(rulesOn(name)).toEqual(rules.filter(({ on }) => on === name));
  expect(rulesOn(name)).toEqual(expect.arrayContaining(general));
});

test.each(Object.entries(pairs))(
  '%s is broken by one history and met by another',
  (clause, pair) => {
    const broken = history(pair.broken);
    const met = history(pair.met);
    expect(broken.broken).toContain(clause);
    expect(met.broken).toEqual([]);
    expect(met.met(clause)).toBeGreaterThan(0);
  },
);

const kept = draftFields.map((field) => keepsClause(field));
const made = created(one);
const taken = deleted(one);
const seen = [made, fetched(one)];
const claimed = { id: two, reportedBy: 'Me', reportedAt: '2001-01-01 00:00:00' };
const claiming = created(one, { sent: { ...draftOf(one), ...claimed } });
const again = created(two, { sent: draftOf(one) });
const vague = { ...draftOf(one), confidenceScore: 'high' };
const theirs = refused('delete', { report: one, who: 'reader' });
const sha256 = found(hashes.sha256);

const asked = 'fetch/gives-the-report-asked-for';
const first = ['fetch/stored-report-is-found', 'create/id-finds-the-report', asked];
const stays = [...kept, 'report/reported-by-is-the-creator', 'fetch/report-stays'];
const agrees = [...stays, 'fetch/repeated-fetches-agree', asked];
const fresh = ['create/returns-only-the-id', 'create/makes-a-new-report'];
const isDeleted = 'delete/flag-not-successful';

function foundBy(hash: string): string[] {
  return [
    'lookup/body-is-the-analysis',
    `lookup/by-${hash}`,
    'lookup/gives-the-file-asked-for',
    'lookup/states-its-hashes',
  ];
}

/** A history, and those of the clauses named here that its last answer meets. */
interface Shown {
  readonly story: readonly HistoryEntry[];
  readonly meets: readonly string[];
}

const shown: { readonly [lastAnswer: string]: Shown } = {
  'to a create': { story: [made], meets: fresh },
  'to an equal create': {
    story: [made, again],
    meets: [...fresh, 'create/repeats-make-new-reports'],
  },
  'to a create that claims an id': {
    story: [claiming],
    meets: ['create/id-is-the-services', ...fresh],
  },
  'to a create, with an empty id': {
    story: [created(one, { body: { id: '', successful: true } })],
    meets: ['create/returns-only-the-id'],
  },
  'that refuses a create that is not valid': {
    story: [refused('create', { sent: vague })],
    meets: ['create/stores-valid-confidence-score'],
  },
  'to a fetch of a report that was there before, once more': {
    story: [fetched(two), fetched(two)],
    meets: ['fetch/report-stays', 'fetch/repeated-fetches-agree', asked],
  },
  'to the first fetch': { story: seen, meets: [...kept, ...first] },
  'to the second fetch, by another caller': {
    story: [...seen, fetched(one, {}, { who: 'reader' })],
    meets: [...stays, 'fetch/callers-agree', asked],
  },
  'to a fetch after another create': {
    story: [...seen, created(two), fetched(one)],
    meets: [...agrees, 'create/leaves-others-unchanged'],
  },
  'to a fetch after another report was deleted': {
    story: [...seen, created(two), deleted(two), fetched(one)],
    meets: [...agrees, 'create/leaves-others-unchanged', 'delete/removes-only-that-report'],
  },
  'to a deletion by the owner of the feed': {
    story: [made, { ...taken, who: 'service' }],
    meets: ['delete/owner-may-delete-any', isDeleted],
  },
  'that refuses a deletion by a reader': {
    story: [made, theirs],
    meets: ['delete/error-is-no-success'],
  },
  'to the second lookup, in upper case': {
    story: [sha256, found(upper)],
    meets: [...foundBy('sha256'), 'lookup/any-case-means-that-file'],
  },
  'to the second lookup, by another hash': {
    story: [sha256, found(hashes.blake3)],
    meets: [...foundBy('blake3'), 'lookup/same-by-every-hash'],
  },
};

const named = new Set([...kept, ...Object.values(shown).flatMap(({ meets }) => meets)]);

function metByLast(story: readonly HistoryEntry[]): string[] {
  const before = history(story.slice(0, -1));
  const after = history(story);
  const ids = new Set<string>(rules.map(({ id }) => id));
  return [...ids].filter((id) => named.has(id) && after.met(id) > before.met(id));
}

test.each(Object.entries(shown))(
  'the answer %s meets what it shows, and no more',
  (_lastAnswer, { story, meets }) => {
    expect(metByLast(story).sort()).toEqual([...meets].sort());
  },
);
