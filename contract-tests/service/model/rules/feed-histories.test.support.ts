import {
  keepsClause,
  keptFields,
  storesClause,
} from '../../../../src/spec/clauses/field-clauses.ts';
import { draftFields, reportField } from '../../../../src/spec/fields.ts';
import { schemaSample } from '../../../../src/spec/schema/samples.ts';
import { schemaNamed } from '../../../../src/spec/schemas.ts';
import { statementsOf } from '../../../../src/spec/statements.ts';
import { otherValue, wrongValues } from '../../../selftest/mutants/nearby-values.ts';
import { operationPlace } from '../../operations/operations.ts';
import {
  created,
  deleted,
  draftOf,
  fetched,
  type HistoryEntry,
  hashes,
  one,
  otherFeed,
  refused,
  reportOf,
  three,
  two,
} from '../history.test.support.ts';

/** A history that breaks a clause, and one that meets it. */
export type Pair = { readonly [story in 'broken' | 'met']: readonly HistoryEntry[] };

const inOther = { service: otherFeed };
const otherwise = { reportedAt: '2026-02-01 00:00:00' };
const upper = hashes.sha256.toUpperCase();
const { tags: _, ...withoutTags } = draftOf(one);
const untagged = { tags: undefined };

/** A report as sent, and as returned: once wrongly, once correctly. */
function stored(sent: object, wrong: object, right: object): Pair {
  const creation = created(one, { sent: { ...draftOf(one), ...sent } });
  return { broken: [creation, fetched(one, wrong)], met: [creation, fetched(one, right)] };
}

/** Each field of a draft: returned with another value, and stored with a wrong one. */
const ofFields = Object.fromEntries(
  draftFields.flatMap((field): [string, Pair][] => {
    const [about] = statementsOf(schemaNamed('Report'), 'report').filter(
      (one) => one.path.join() === field && one.about !== 'present',
    );
    const wrong = { [field]: about && wrongValues(about)[0]?.value };
    const other = { [field]: otherValue(reportField(field), draftOf(one)[field]) };
    return [
      [keepsClause(field), stored({}, other, {})],
      [storesClause(field), stored(wrong, wrong, {})],
    ];
  }),
);

/** Each field that another operation sends: returned as before, and as it was sent. */
const ofChanges = Object.fromEntries(
  keptFields.flatMap(({ operation, field }): [string, Pair][] => {
    if (operation === 'create') return [];
    const { [field]: before } = reportOf(one) as { readonly [field: string]: unknown };
    const set = { [field]: otherValue(reportField(field), before) };
    const { success } = operationPlace(operation);
    const body = schemaSample(schemaNamed(success.schema));
    const changed = [created(one), { operation: operation, report: one, sent: set, body }];
    const pair = { broken: [...changed, fetched(one)], met: [...changed, fetched(one, set)] };
    return [[keepsClause(field, operation), pair]];
  }),
);

/** A report that was seen, what happens to it, and how it looks afterwards. */
function seenThen(...between: readonly HistoryEntry[]): Pair {
  const before = [created(one), fetched(one), ...between];
  return { broken: [...before, fetched(one, otherwise)], met: [...before, fetched(one)] };
}

function says(error: string): object {
  return { error, successful: false };
}

/** 2.1, 4.1 to 4.3: clauses about reports. */
export const feedHistories: { readonly [clause: string]: Pair } = {
  ...ofFields,
  ...ofChanges,
  'create/stores-every-field': {
    broken: [created(one, { sent: withoutTags }), fetched(one, { tags: null })],
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
  'create/makes-a-new-report': {
    broken: [created(one), created(one, { sent: draftOf(two) })],
    met: [created(one), created(two)],
  },
  'create/repeats-make-new-reports': {
    broken: [created(one), created(one, { who: 'otherResearcher' })],
    met: [
      created(one),
      fetched(one),
      created(two, { sent: draftOf(one) }),
      deleted(two),
      fetched(one),
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
      created(one),
      fetched(one),
      created(two, inOther),
      refused('fetch', { report: two, ...inOther }),
    ],
    met: [created(one), created(two, inOther), fetched(two, {}, inOther)],
  },
  'create/parallel-creates-are-all-kept': {
    broken: [
      created(three),
      fetched(three),
      created(one, { at: 9000 }),
      created(two, { at: 9005 }),
      fetched(one),
      refused('fetch', { report: two }),
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
  'delete/flag-not-successful': {
    broken: [
      created(one),
      deleted(one, { body: { message: 'gone', success: true, successful: false } }),
    ],
    met: [created(one), deleted(one)],
  },
  'delete/error-is-no-success': {
    broken: [refused('delete', { report: one, body: { ...says('no'), success: true } })],
    met: [refused('delete', { report: one })],
  },
};
