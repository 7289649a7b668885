import { expect, test } from 'vitest';
import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import {
  created,
  exchangesOf,
  fetched,
  one,
  service,
} from '../../service/model/history.test.support.ts';
import type { Exchange } from '../talk/exchange.ts';
import type { ClauseResult } from '../verdict/verdict.ts';
import { causesOf, type FoundCause, foldedCauses, foundCauses } from './cause.ts';
import { atTheSameTime, usedConnection } from './circumstances.ts';
import type { Confirmation } from './confirm.ts';

/** A broken clause; each item of `rests` is a finding, with the clauses it may follow from. */
function broken(id: ClauseId, ...rests: readonly (readonly ClauseId[])[]) {
  return {
    id,
    verdict: 'broken',
    findings: rests.map((one) => ({ clause: id, expected: '', actual: '', rests: one })),
  } as unknown as ClauseResult;
}

interface Told {
  readonly root: string;
  readonly follows: readonly string[];
  readonly alike: readonly string[];
}

function told(groups: readonly FoundCause[]): Told[] {
  return groups.map(({ root, follows, alike }) => ({
    root: root.id,
    follows: follows.map(({ id }) => id),
    alike: alike.map(({ id }) => id),
  }));
}

/** A cause of which a clause is the root, with those that follow from it and those that are like it. */
function cause(root: ClauseId, { follows = [], alike = [] }: Partial<Told> = {}): Told {
  return { root, follows, alike };
}

/** A clause that these exchanges break. */
function brokenIn(id: ClauseId, ...numbers: readonly number[]): ClauseResult {
  const [exchange] = exchangesOf([fetched(one)]) as [Exchange];
  const found = { clause: id, expected: '', actual: '' };
  const findings = numbers.map((number) => ({ ...found, exchange: { ...exchange, number } }));
  return { ...broken(id), findings };
}

/** The same, and what is wrong is the value of a field. */
function wrongIn(
  clause: ClauseResult,
  field: string,
  rests: readonly ClauseId[] = [],
): ClauseResult {
  const findings = clause.findings.map((one) => ({
    ...one,
    expected: `${field}: 1, as before`,
    actual: `${field}: 2`,
    rests,
  }));
  return { ...clause, findings };
}

function refusedIn(clause: ClauseResult): ClauseResult {
  const sign = { shows: 'refusal' } as const;
  return { ...clause, findings: clause.findings.map((one) => ({ ...one, sign })) };
}

const tags = 'create/keeps-tags';
const score = 'create/keeps-confidence-score';
const agree = 'fetch/repeated-fetches-agree';
const deleted = 'delete/success-means-gone';
const unknown = 'fetch/unknown-id-is-refused';
const stays = 'fetch/report-stays';

test.each<[string, readonly ClauseResult[], Told[]]>([
  [
    'of clauses that explain each other, the one that explains the most findings',
    [broken(tags, [deleted]), broken(deleted, [tags]), broken(unknown, [deleted], [deleted])],
    [cause(deleted, { follows: [tags, unknown] })],
  ],
  [
    'the first link of a chain',
    [broken(unknown, [deleted]), broken(deleted, [tags]), broken(tags, [])],
    [cause(tags, { follows: [unknown, deleted] })],
  ],
  [
    'a clause with a finding that nothing explains',
    [broken(tags, []), broken(deleted, [tags], [])],
    [cause(tags), cause(deleted)],
  ],
  [
    'a clause whose reasons are not broken',
    [{ ...broken(tags, []), verdict: 'waived' }, broken(deleted, [tags])],
    [cause(deleted)],
  ],
  [
    'one for a clause that is the same for other operations',
    [
      broken('create/flag-type', []),
      broken('fetch/flag-type', []),
      broken(tags, ['fetch/flag-type']),
    ],
    [cause('create/flag-type', { follows: [tags], alike: ['fetch/flag-type'] })],
  ],
  [
    'one for all fields that are taken over from a client, and what is stored for it',
    [
      broken('create/id-is-the-services', []),
      broken('create/time-is-the-services', []),
      broken('create/stores-only-reports', ['create/time-is-the-services']),
      broken('fetch/gives-the-report-asked-for', ['create/id-is-the-services']),
    ],
    [
      cause('create/id-is-the-services', {
        follows: ['fetch/gives-the-report-asked-for', 'create/stores-only-reports'],
        alike: ['create/time-is-the-services'],
      }),
    ],
  ],
  [
    'one for two clauses about the form of the same responses',
    [
      brokenIn('create/error-present', 1, 2),
      brokenIn('create/error-flag-present', 2, 1),
      brokenIn('delete/error-flag-present', 3),
    ],
    [
      cause('create/error-present', {
        alike: ['create/error-flag-present', 'delete/error-flag-present'],
      }),
    ],
  ],
  ...[1, 2].map((same): [string, ClauseResult[], Told[]] => [
    `two where they are about the form of other responses, too: ${same}`,
    [brokenIn('create/error-present', 1, same), brokenIn('create/error-flag-present', 1, 3)],
    [cause('create/error-present'), cause('create/error-flag-present')],
  ]),
  [
    'two where clauses are the same for other operations, but not each other',
    [broken('create/flag-type', []), broken('fetch/body-is-json', [])],
    [cause('create/flag-type'), cause('fetch/body-is-json')],
  ],
  [
    'two where the fields of other responses are other ones',
    [
      wrongIn(brokenIn(agree, 1, 2), 'reportedBy'),
      wrongIn(brokenIn(score, 3), 'confidenceScore', [agree]),
    ],
    [cause(agree), cause(score)],
  ],
  [
    'two where a field is wrong in some responses, and others are refusals',
    [refusedIn(brokenIn(stays, 1, 2)), wrongIn(brokenIn(score, 3), 'confidenceScore', [stays])],
    [cause(stays), cause(score)],
  ],
  [
    'one where they are of the same response, as in one report that is shown for another',
    [
      wrongIn(brokenIn(agree, 1, 3), 'reportedBy'),
      wrongIn(brokenIn(score, 3), 'confidenceScore', [agree]),
    ],
    [cause(agree, { follows: [score] })],
  ],
  [
    'in a circle of three, the one that explains the most',
    [broken(tags, [deleted]), broken(deleted, [unknown]), broken(unknown, [tags], [tags])],
    [cause(tags, { follows: [deleted, unknown] })],
  ],
])('the cause is %s', (_, clauses, groups) => {
  expect(told(foundCauses(service, clauses))).toEqual(groups);
});

/** A cause that was confirmed so. */
function confirmedAs(
  id: ClauseId,
  confirmation: Partial<Confirmation>,
  rests: readonly ClauseId[] = [],
) {
  const found: FoundCause = { root: broken(id, rests, []), follows: [], alike: [] };
  return { ...found, confirmation: { calls: [], shown: 1, of: 1, ...confirmation } };
}

const { byAnother, before } = usedConnection;
const call = { operation: 'fetch', caller: 'nobody', about: {} };

test.each<[string, FoundCause[], Told[]]>([
  [
    'what was brought about again explains what was not and may follow from it',
    [
      confirmedAs(unknown, { shown: 0 }, [tags]),
      confirmedAs(deleted, { shown: 0 }),
      confirmedAs(tags, {}, [deleted]),
    ],
    [cause(tags, { follows: [unknown] }), cause(deleted)],
  ],
  [
    'all that happens only on a connection that was used before is one cause',
    [
      confirmedAs(unknown, { only: [byAnother, 'only then'] }),
      confirmedAs(deleted, {}),
      confirmedAs(tags, { only: [before] }),
    ],
    [cause(deleted), cause(tags, { alike: [unknown] })],
  ],
  [
    'all that happens only at the same time is one cause, with what was not brought about by single requests',
    [
      confirmedAs(unknown, { shown: 0, of: 20 }),
      confirmedAs(deleted, { only: [atTheSameTime] }),
      confirmedAs(tags, { only: [atTheSameTime, 'only then'] }),
      confirmedAs(stays, { shown: 0, of: 0, why: 'it was not tried' }),
      confirmedAs(agree, { shown: 1, of: 2, calls: [{ ...call, atOnce: 1 }] }),
      confirmedAs(score, { shown: 1, of: 2, calls: [call] }),
    ],
    [cause(deleted, { follows: [unknown], alike: [tags, agree] }), cause(score), cause(stays)],
  ],
])('%s', (_, found, expected) => {
  expect(told(foldedCauses(found))).toEqual(expected);
});

test('the exchange of the act itself is shown, not a later one of its effect', () => {
  const findings = exchangesOf([fetched(one), created(one)]).map((exchange) => ({
    clause: tags,
    expected: '',
    actual: exchange.operation,
    exchange,
    title: 'told',
  }));
  const clauses = [{ ...broken(tags), findings }, broken(unknown, [tags])];
  expect(causesOf(service, foundCauses(service, clauses))).toEqual([
    {
      clause: tags,
      expected: '',
      actual: 'create',
      exchange: findings[1]?.exchange,
      title: 'Told',
      times: 2,
      follows: [unknown],
      alike: [],
      tries: 0,
      doubts: [],
      operation: 'create',
      curl: [],
    },
  ]);
});

test.each([
  ['Nina', 'Omar'],
  ['Omar', 'Nina'],
])(
  'of two values the run knows the odd one, whichever comes last in a few calls: %s',
  (first, last) => {
    const found = (before: string, now: string) => ({
      clause: agree,
      expected: `reportedBy: "${before}", as before`,
      actual: `reportedBy: "${now}"`,
    });
    const clauses = [
      { ...broken(agree), findings: [found('Nina', 'Omar'), found('Nina', 'Omar')] },
    ];
    const confirmation = { calls: [], shown: 2, of: 60, finding: found(first, last) };
    const [one] = foundCauses(service, clauses) as [FoundCause];
    const [cause] = causesOf(service, [{ ...one, confirmation }]);
    expect(cause?.actual).toBe('reportedBy: "Omar"');
  },
);

const only = ['only on a connection that was used before'];

test.each<[string, Partial<Confirmation>]>([
  [`, ${only[0]}, not at first, reproduced 2 of 5 times`, { shown: 2, only, isLater: true }],
  ['', { shown: 0 }],
  ['', { shown: 5 }],
])('the title says where it happens only, and how often: "%s"', (title, seen) => {
  const [one] = foundCauses(service, [broken(tags, [])]) as [FoundCause];
  const confirmation = { calls: [], shown: 0, of: 5, ...seen };
  const [cause] = causesOf(service, [{ ...one, confirmation }]);
  expect(cause?.title).toEqual(title);
  expect(cause?.confirmation).toEqual(confirmation);
});
