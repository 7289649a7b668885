import { expect, test } from 'vitest';
import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import {
  analysisOf,
  created,
  deleted,
  draftOf,
  fetched,
  found,
  hashes,
  history,
  one,
  otherFeed,
  refused,
  reportOf,
  type Told,
  three,
  two,
} from '../history.test.support.ts';
import { rules } from './rules.ts';

type Pair = { readonly [story in 'broken' | 'met']: readonly Told[] };

const inOther = { service: otherFeed };
const unheard = 'f'.repeat(64);
const otherwise = { reportedAt: '2026-02-01 00:00:00' };
const upper = hashes.sha256.toUpperCase();

/** A report as it was sent, and what comes back: once as it must not, once as it may. */
const stored = (sent: object, wrong: object, right: object): Pair => {
  const creation = created(one, { sent: { ...draftOf(one), ...sent } });
  return { broken: [creation, fetched(one, wrong)], met: [creation, fetched(one, right)] };
};

const kept = (wrong: object): Pair => stored({}, wrong, {});

/** What happens to a report that was seen, and how it looks afterwards. */
const seenThen = (...between: readonly Told[]): Pair => {
  const before = [created(one), fetched(one), ...between];
  return { broken: [...before, fetched(one, otherwise)], met: [...before, fetched(one)] };
};

/** A deletion by somebody whom the target tells from a token that nobody holds. */
const notBy = (who: string, more: Partial<Told> = {}): Pair => {
  const { service, ...creation } = { who: 'researcher', ...more };
  const at = service === undefined ? {} : { service };
  const made = created(one, { ...creation, ...at });
  const nobodys = refused('delete', {
    report: one,
    who: 'unknown token',
    body: says('who?'),
    ...at,
  });
  return {
    broken: [made, deleted(one, { who, ...at })],
    met: [made, nobodys, refused('delete', { report: one, who, ...at })],
  };
};

const says = (error: string): object => ({ error, successful: false });

const usual = {
  create: created(one),
  fetch: refused('fetch', { report: one }),
  delete: refused('delete', { report: one }),
} as const;

/** 0: the same of all operations of the feed. */
const json = Object.fromEntries(
  Object.entries(usual).flatMap(([operation, told]): [string, Pair][] => [
    [`${operation}/body-is-json`, { broken: [{ ...told, body: 'no JSON' }], met: [told] }],
    [
      `${operation}/content-type-is-json`,
      { broken: [{ ...told, type: 'text/html' }], met: [told] },
    ],
  ]),
);

const otherHashes = { sha256Hash: unheard, sha512Hash: '9'.repeat(128), blake3Hash: unheard };
const { tags: _, ...withoutTags } = draftOf(one);
const untagged = { tags: undefined };

/** 5: the same of all operations that need a token. */
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

const pairs: { readonly [clause: string]: Pair } = {
  ...json,
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
  'create/keeps-tags': kept({ tags: ['bot'] }),
  'create/keeps-c2-address': kept({ c2Address: 'c3.example:443' }),
  'create/keeps-file-hash': kept({ file256Hash: unheard }),
  'create/keeps-reference-link': kept({ referenceLink: 'https://else.example/' }),
  'create/keeps-confidence-score': kept({ confidenceScore: 6 }),
  'create/stores-valid-tags': stored({ tags: 'rat' }, { tags: 'rat' }, {}),
  'create/stores-a-valid-address': stored({ c2Address: 'c2' }, { c2Address: 'c2' }, {}),
  'create/stores-a-valid-hash': stored({ file256Hash: 'f' }, { file256Hash: 'f' }, {}),
  'create/stores-a-valid-link': stored({ referenceLink: 'c2' }, { referenceLink: 'c2' }, {}),
  'create/stores-a-valid-score': stored({ confidenceScore: '5' }, { confidenceScore: '5' }, {}),
  'create/stores-every-field': {
    broken: [created(one, { sent: withoutTags }), fetched(one, untagged)],
    met: [created(one, { sent: withoutTags }), fetched(one)],
  },
  'create/stores-only-reports': {
    broken: [created(one, { sent: ['no report'] }), fetched(one, untagged)],
    met: [created(one, { sent: ['no report'] }), fetched(one)],
  },
  'create/lowers-the-hash': stored(
    { file256Hash: upper },
    { file256Hash: upper },
    { file256Hash: hashes.sha256 },
  ),
  'create/id-is-the-services': {
    broken: [created(one, { sent: { ...draftOf(one), id: one } })],
    met: [created(one, { sent: { ...draftOf(one), id: two } })],
  },
  'create/reporter-is-the-services': stored({ reportedBy: 'Me' }, { reportedBy: 'Me' }, {}),
  'create/time-is-the-services': stored(
    { reportedAt: '2001-01-01 00:00:00' },
    { reportedAt: '2001-01-01 00:00:00' },
    {},
  ),
  'create/returns-only-the-id': {
    broken: [created(one, { body: { ...reportOf(one), successful: true } })],
    met: [created(one)],
  },
  'report/reported-by-is-the-creator': {
    broken: [created(one), fetched(one), created(two), fetched(two, { reportedBy: 'Second' })],
    met: [created(one), fetched(one), created(two), fetched(two)],
  },
  'create/researchers-only': {
    broken: [created(one, { who: 'reader' })],
    met: [
      refused('create', { who: 'unknown token', body: says('who?') }),
      refused('create', { who: 'reader' }),
    ],
  },
  'create/makes-a-new-report': {
    broken: [created(one), created(one, { sent: draftOf(two) })],
    met: [created(one), created(two)],
  },
  'create/repeats-make-new-reports': {
    broken: [created(one), created(one)],
    met: [
      ...[created(one), fetched(one), created(two, { sent: draftOf(one) })],
      ...[deleted(two), fetched(one)],
    ],
  },
  'fetch/stored-report-is-found': {
    broken: [created(one), refused('fetch', { report: one })],
    met: [created(one), fetched(one)],
  },
  'create/id-finds-the-report': {
    broken: [created(one), refused('fetch', { report: one })],
    met: [created(one), fetched(one)],
  },
  'create/in-the-named-feed': {
    broken: [
      ...[created(one), fetched(one), created(two, inOther)],
      refused('fetch', { report: two, ...inOther }),
    ],
    met: [created(one), created(two, inOther), fetched(two, {}, inOther)],
  },
  'create/parallel-creates-are-all-kept': {
    broken: [
      ...[created(three), fetched(three), created(one, { at: 9000 }), created(two, { at: 9005 })],
      ...[fetched(one), refused('fetch', { report: two })],
    ],
    met: [created(one, { at: 9000 }), created(two, { at: 9005 }), fetched(one), fetched(two)],
  },
  'fetch/report-stays': {
    broken: [created(one), fetched(one), refused('fetch', { report: one })],
    met: [created(one), fetched(one), fetched(one)],
  },
  'fetch/repeated-fetches-agree': seenThen(),
  'fetch/callers-agree': {
    broken: [created(one), fetched(one), fetched(one, otherwise, { who: 'reader' })],
    met: [created(one), fetched(one), fetched(one, {}, { who: 'reader' })],
  },
  'create/overwrites-nothing': seenThen(
    refused('create', { sent: { ...draftOf(two), id: one }, status: 409 }),
  ),
  'create/leaves-others-unchanged': seenThen(created(two)),
  'delete/refused-means-unchanged': seenThen(refused('delete', { report: one, who: 'reader' })),
  'delete/own-feed-only': seenThen(refused('delete', { report: one, ...inOther })),
  'delete/missing-id-is-refused': {
    broken: [{ operation: 'delete', body: { message: 'gone', success: true } }],
    met: [refused('delete')],
  },
  'delete/removes-only-that-report': seenThen(created(two), deleted(two)),
  'fetch/gives-the-report-asked-for': {
    broken: [created(one), created(two), fetched(one, { id: two })],
    met: [created(one), fetched(one)],
  },
  'fetch/unknown-id-is-refused': {
    broken: [fetched(one)],
    met: [refused('fetch', { report: one })],
  },
  'fetch/missing-id-is-refused': {
    broken: [{ operation: 'fetch', body: { report: reportOf(one), successful: true } }],
    met: [refused('fetch')],
  },
  'fetch/own-feed-only': {
    broken: [created(one), fetched(one, {}, inOther)],
    met: [created(one), refused('fetch', { report: one, ...inOther })],
  },
  'delete/success-means-gone': {
    broken: [created(one), deleted(one), fetched(one)],
    met: [created(one), deleted(one), refused('fetch', { report: one })],
  },
  'delete/creator-may-delete': {
    broken: [created(one), refused('delete', { report: one })],
    met: [created(one), deleted(one)],
  },
  'delete/owner-may-delete-any': {
    broken: [created(one), refused('delete', { report: one, who: 'service' })],
    met: [created(one), deleted(one, { who: 'service' })],
  },
  'delete/owner-of-any-feed': {
    broken: [
      created(one, inOther),
      refused('delete', { report: one, who: 'otherServiceOwner', ...inOther }),
    ],
    met: [created(one, inOther), deleted(one, { who: 'otherServiceOwner', ...inOther })],
  },
  'delete/reader-may-not': notBy('reader'),
  'delete/other-researcher-may-not': notBy('otherResearcher'),
  'delete/researchers-are-equal': notBy('researcher', { who: 'otherResearcher' }),
  'delete/other-owner-may-not': notBy('otherServiceOwner'),
  'delete/owners-are-equal': notBy('service', inOther),
  'delete/flag-not-successful': {
    broken: [
      created(one),
      deleted(one, { body: { message: 'gone', success: true, successful: true } }),
    ],
    met: [created(one), deleted(one)],
  },
  'delete/error-is-no-success': {
    broken: [refused('delete', { report: one, body: { ...says('no'), success: true } })],
    met: [refused('delete', { report: one })],
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
  ...tokens(),
};

test('every rule has a history that breaks it and one that meets it', () => {
  const ids = [...new Set(rules.map(({ id }) => id))];
  expect(Object.keys(pairs).sort()).toEqual(ids.sort());
});

test.each(Object.entries(pairs))(
  '%s is broken by one history and met by another',
  (clause, pair) => {
    const [broken, met] = [history(pair.broken), history(pair.met)];
    expect(broken.broken).toContain(clause as ClauseId);
    expect(met.broken).toEqual([]);
    expect(met.met(clause)).toBeGreaterThan(0);
  },
);
