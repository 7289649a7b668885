import { randomUUID } from 'node:crypto';
import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import { draftFields } from '../../../src/spec/fields.ts';
import { openPointById } from '../../../src/spec/open-points.ts';
import type { Draft } from '../requests/draft.ts';
import { noReports } from '../values/catalogue.ts';
import {
  alike,
  all,
  anew,
  asIt,
  atOnce,
  creates,
  deletes,
  eachOf,
  except,
  fetches,
  first,
  given,
  has,
  hasSeen,
  inEveryFeed,
  insists,
  looks,
  looksGone,
  needs,
  needsReport,
  nobody,
  nonResearchers,
  omitting,
  pauses,
  posts,
  report,
  researcher,
  researchers,
  type Stage,
  same,
  story,
  tells,
  times,
  unknown,
  when,
  without,
  wrongHash,
} from './acts.ts';

/** For who forgets soon what was created. */
const longAfter = 3100;

/** Each report is fetched, if it is accepted. */
const seen = { keeps: 'it', looks: 'it' } as const;

const strangersFirst = all(first(nonResearchers), unknown, nobody, researchers);
const researchersFirst = all(researchers, first(nonResearchers), unknown, nobody);
const others = except(researchers, researcher);

/** Whether the report that was sent again became the earlier one. */
function isOld({ reports }: Stage): boolean {
  return reports.get('one') === reports.get('other');
}

export const createScenarios = [
  story(
    'create as non-researchers',
    ['create/researchers-only'],
    [
      needs(
        nonResearchers,
        'the target file has no tokens.reader, and its callers name nobody with researcher: false',
      ),
      // However often, also what was accepted of another caller; claiming the role in the body does not help.
      inEveryFeed(
        has(),
        creates(nonResearchers, { role: 'researcher', roles: ['researcher'], researcher: true }),
        insists(creates(nonResearchers, same)),
        creates(nonResearchers, asIt),
      ),
      // Responses to an unknown token, for comparison.
      hasSeen(),
      fetches(all(unknown, nonResearchers)),
      deletes(all(unknown, nonResearchers)),
    ],
  ),
  /** Whether the same report may be created twice is open; if so, each is a separate report, or none ever is. */
  story(
    'create the same again',
    ['create/repeats-make-new-reports', 'create/makes-a-new-report'],
    [
      creates(researcher, same, { keeps: 'one' }),
      creates(researcher, same, {
        keeps: 'other',
        shows: ({ outcome, exchange }, stage) => {
          const accepted = isOld(stage) ? 'same-id' : 'accepted';
          const answer = outcome === 'success' ? accepted : 'refused';
          stage.context.observe('create.duplicates', answer, exchange);
        },
      }),
      // What was refused is refused again, whoever is asked: it has not become the earlier report meanwhile.
      given('one', without('other', times(2, creates(researcher, same, seen)))),
      ...['one', 'other'].map((name) =>
        needsReport(name, 'a report that was posted before is refused here'),
      ),
      looks('one', 'other'),
      // Whether equal reports become one is open (4.1), if they always do.
      when(isOld, pauses(longAfter)),
      // Twice, for who does every other time what it has not done before.
      times(2, creates(researcher, same)),
      deletes(researcher, report('one')),
      when(isOld, looksGone('one')),
      when((stage) => !isOld(stage), looks('other')),
    ],
  ),
  story(
    'create many at once',
    ['create/parallel-creates-are-all-kept'],
    [
      atOnce(
        creates(researcher, same, seen),
        creates(researcher, same, seen),
        ...Array.from({ length: 10 }, () => creates(researcher, {}, seen)),
      ),
    ],
  ),
  /** Equal creates at the same time do not become one: each is answered by its own caller. */
  story(
    'create the same at once as everybody',
    ['create/researchers-only', 'create/token-required', 'create/repeats-make-new-reports'],
    [
      anew(atOnce(creates(strangersFirst, same, seen))),
      anew(atOnce(creates(researchersFirst, same, seen))),
    ],
  ),
  story(
    'create look-alikes',
    ['create/leaves-others-unchanged'],
    [
      hasSeen(),
      has('another'),
      alike(researcher, ['file256Hash']),
      alike(researcher, ['c2Address']),
      looks(),
      ...([['file256Hash', 'c2Address'], ['file256Hash'], ['referenceLink']] as const).flatMap(
        (fields) => [alike(others, fields), looks()],
      ),
    ],
  ),
  story(
    'hash in upper case',
    ['create/lowers-the-hash'],
    [
      creates(researcher, withHash(upperCase), {
        ...seen,
        shows: ({ exchange }, { context, reports }) => {
          const shown = reports.get('it')?.firstFetched?.file256Hash;
          const kept = shown === (exchange.sent as Draft).file256Hash ? 'kept' : 'lowered';
          context.observe('create.hash-case', shown === undefined ? 'refused' : kept, exchange);
        },
      }),
      needsReport('it', 'a hash in upper case is refused here'),
    ],
  ),
  /** The same for mixed case, and for a file that others have reported. */
  story(
    'hash in mixed case',
    ['create/lowers-the-hash'],
    [
      inEveryFeed(
        eachOf(researchers, (one, nth) => [
          creates(one, withHash(nth % 2 === 0 ? mixedCase : upperCase), seen),
        ]),
      ),
    ],
  ),
  story(
    'reports without a field',
    ['create/stores-every-field'],
    [
      has(),
      ...draftFields.map((field) => {
        const point = `create.required.${field}`;
        const isOpen = openPointById.has(point);
        const more = { ...seen, ...(isOpen && tells(point, false, true)) };
        return creates(researcher, omitting(field), more);
      }),
    ],
  ),
  story(
    'bodies that are no report',
    ['create/stores-only-reports'],
    [
      has('usual'),
      ...noReports.map((make) => creates(researcher, make, seen)),
      posts(researcher, '{', seen),
      posts(researcher, '[]', seen),
      // What was refused is no report the next time, either, whoever sends it.
      times(3, creates(researchers, wrongHash, seen)),
      // A number that overflows, in a report that is refused for its hash.
      creates(researcher, { ...wrongHash, c2Address: 'c2.example:18446744073709552059' }),
      posts(researcher, ''),
      creates(
        researcher,
        {},
        {
          ...seen,
          manner: { contentType: 'text/plain' },
          ...tells('create.content-type', 'ignored', 'refused'),
        },
      ),
    ],
  ),
  sendsServicesField('an id that is sent', 'create/id-is-the-services', 'id', randomUUID),
  sendsServicesField(
    'a reporter that is sent',
    'create/reporter-is-the-services',
    'reportedBy',
    () => `nobody ${randomUUID()}`,
  ),
  sendsServicesField(
    'a time that is sent',
    'create/time-is-the-services',
    'reportedAt',
    () => '2001-02-03 04:05:06',
  ),
  /** Unknown fields may be ignored or refused (4.1 is silent). */
  story(
    'a field that nobody knows',
    ['create/flag-present'],
    [
      creates(
        researcher,
        { abuseFeedKit: 'no such field' },
        tells('create.unknown-fields', 'ignored', 'refused'),
      ),
    ],
  ),
  story(
    'the id of a stored report',
    ['create/overwrites-nothing'],
    [hasSeen(), creates(researcher, (usual, { it: { id } }) => ({ ...usual, id })), looks()],
  ),
];

/** A report of the file of the story, with its hash written otherwise. */
function withHash(written: (hash: string) => string) {
  return (usual: Draft, { same: { file256Hash, referenceLink } }: Stage): Draft => ({
    ...usual,
    file256Hash: written(file256Hash),
    referenceLink,
  });
}

function upperCase(hash: string): string {
  return hash.toUpperCase();
}

function mixedCase(hash: string): string {
  return hash.replace(/[a-f]/g, (digit, at: number) =>
    at % 2 === 0 ? digit.toUpperCase() : digit,
  );
}

/** 2.1: these fields are not part of a create, so sending them has no effect. */
function sendsServicesField(name: string, clause: ClauseId, field: string, value: () => string) {
  return story(
    name,
    [clause],
    [
      creates(researcher, (usual) => ({ ...usual, [field]: value() }), seen),
      needsReport('it', `a report that names ${field} is refused here`),
    ],
  );
}
