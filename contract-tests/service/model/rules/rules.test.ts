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
  otherFeed,
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

/** Of the clauses below, those that the last answer of a history meets. */
function metByLast(story: readonly HistoryEntry[]): string {
  const before = history(story.slice(0, -1));
  const after = history(story);
  const kept = draftFields.map((field) => keepsClause(field));
  const named = new Set([...kept, ...shows.flatMap(([clauses]) => clauses.split(' '))]);
  return [...new Set(rules.map(({ id }) => id))]
    .filter((id) => named.has(id) && after.met(id) > before.met(id))
    .join(' ')
    .replace(kept.join(' '), 'kept');
}

const made = created(one);
const taken = deleted(one);
const seen = [made, fetched(one)];
const bold = { ...draftOf(one), id: two, reportedBy: 'Me', reportedAt: '2001-01-01 00:00:00' };
const again = created(two, { sent: draftOf(one) });
const named = created(one, { sent: bold });
const vague = { ...draftOf(one), confidenceScore: 'high' };
const theirs = refused('delete', { report: one, who: 'reader' });
const gone = refused('fetch', { report: one });
const owned = { who: 'otherServiceOwner', service: otherFeed };
const sha256 = found(hashes.sha256);
const is = 'fetch/gives-the-report-asked-for';
const first = `fetch/stored-report-is-found create/id-finds-the-report ${is}`;
const stays = 'kept report/reported-by-is-the-creator fetch/report-stays';
const agrees = `${stays} fetch/repeated-fetches-agree`;
const fresh = 'create/returns-only-the-id create/makes-a-new-report';
const services = ['id', 'reporter', 'time'].map((one) => `create/${one}-is-the-services`).join(' ');

function analysis(by: string): string {
  return `lookup/body-is-the-analysis lookup/by-${by} lookup/gives-the-file-asked-for lookup/states-its-hashes`;
}

const shows: readonly (readonly [string, readonly HistoryEntry[]])[] = [
  [fresh, [made]],
  [fresh, [made, { ...again, service: otherFeed }]],
  [`${fresh} create/repeats-make-new-reports`, [made, again]],
  [`create/id-is-the-services ${fresh}`, [named]],
  ['create/returns-only-the-id', [created(one, { body: { successful: true } })]],
  ['create/token-required', [refused('create', { who: 'nobody' })]],
  ['', [refused('create')]],
  ['create/stores-valid-confidence-score', [refused('create', { sent: vague })]],
  ['', [refused('create', { sent: vague, who: 'reader' })]],
  ['create/returns-only-the-id', [created(one, { body: { id: '', successful: true } })]],
  [`fetch/report-stays fetch/repeated-fetches-agree ${is}`, [fetched(two), fetched(two)]],
  [`${agrees} ${is}`, [...seen, refused('create', { sent: draftOf(two) }), fetched(one)]],
  [
    `${agrees} create/leaves-others-unchanged delete/removes-only-that-report ${is}`,
    [...seen, created(two), deleted(two), fetched(one)],
  ],
  ['', [made, fetched(one, {}, { body: '<p>' })]],
  [`kept ${first}`, seen],
  [`kept ${services} ${first}`, [named, fetched(one)]],
  [`${agrees} ${is}`, [...seen, fetched(one)]],
  [`${stays} fetch/callers-agree ${is}`, [...seen, fetched(one, {}, { who: 'reader' })]],
  [`${agrees} create/leaves-others-unchanged ${is}`, [...seen, created(two), fetched(one)]],
  [`${agrees} delete/refused-means-unchanged ${is}`, [...seen, theirs, fetched(one)]],
  ['fetch/unknown-id-is-refused', [gone]],
  ['fetch/missing-id-is-refused', [refused('fetch')]],
  ['delete/success-means-gone', [...seen, taken, gone]],
  ['fetch/own-feed-only', [...seen, { ...gone, service: otherFeed }]],
  ['delete/creator-may-delete delete/flag-not-successful', [made, taken]],
  ['delete/owner-may-delete-any delete/flag-not-successful', [made, { ...taken, who: 'service' }]],
  [
    'delete/owner-of-any-feed delete/flag-not-successful',
    [created(one, { service: otherFeed }), deleted(one, owned)],
  ],
  ['delete/error-is-no-success', [made, theirs]],
  [analysis('sha512'), [found(hashes.sha512)]],
  [`${analysis('sha256')} lookup/repeats-agree`, [sha256, sha256]],
  [`${analysis('sha256')} lookup/any-case-means-that-file`, [sha256, found(upper)]],
  [`${analysis('blake3')} lookup/same-by-every-hash`, [sha256, found(hashes.blake3)]],
  ['lookup/unknown-hash-finds-nothing', [refused('lookup', { hash: unheard })]],
];

test.each(shows)('an answer meets what it shows, and no more: %s', (clauses, story) => {
  expect(metByLast(story)).toBe(clauses);
});
