import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import type { Requirement } from '../../judging/verdict/shape.ts';
import { errorShape, reportShape, successShape } from '../model/shapes.ts';
import {
  creates,
  deletes,
  except,
  fetches,
  has,
  hasSeen,
  id,
  inOtherFeeds,
  it,
  known,
  looks,
  nobody,
  none,
  posts,
  random,
  researcher,
  researchers,
  type Step,
  story,
  tells,
  unknown,
  unknownFeed,
  whole,
  wrongHash,
} from './acts.ts';
import type { Scenario } from './scenario.ts';

function ids(requirements: readonly Requirement[]): ClauseId[] {
  return requirements.map(({ clause }) => clause as ClauseId);
}

function everyError(): ClauseId[] {
  return (['create', 'fetch', 'delete'] as const).flatMap((operation) =>
    ids(errorShape(operation)),
  );
}

const malformed = '{"tags":';

const refusedCreates: readonly Step[] = [
  creates(nobody, {}),
  creates(unknown, {}),
  posts(researcher, malformed),
  creates(researcher, whole({})),
  posts(nobody, malformed),
  creates(researchers, wrongHash),
];

const refusedFetches: readonly Step[] = [
  fetches(researcher, random),
  fetches(researcher, id('no-uuid')),
  fetches(researcher, none),
  fetches(researcher, random, { in: unknownFeed }),
  fetches(nobody, random),
  fetches(unknown, random),
];

const refusedDeletions: readonly Step[] = [
  deletes(researcher, none),
  deletes(researcher, id('no-uuid')),
  deletes(researcher, random),
  deletes(researcher, random, { in: unknownFeed }),
  deletes(nobody, random),
  deletes(unknown, random),
];

const others = except(known, researcher);

export function shapeScenarios(): readonly Scenario[] {
  return [
    story(
      'successful creates and fetches',
      [
        ...ids(successShape('create')),
        'create/body-is-json',
        'create/content-type-is-json',
        'create/returns-only-the-id',
        'create/id-finds-the-report',
        ...ids(successShape('fetch')),
        'fetch/body-is-json',
        'fetch/content-type-is-json',
        'fetch/gives-the-report-asked-for',
        'fetch/stored-report-is-found',
        ...ids(reportShape()),
        'report/reported-by-is-the-creator',
      ],
      [has('one'), has('other'), looks('one', 'other')],
    ),

    story(
      'successful deletions',
      [
        ...ids(successShape('delete')),
        'delete/body-is-json',
        'delete/content-type-is-json',
        'delete/flag-not-successful',
        'delete/creator-may-delete',
      ],
      [hasSeen(), deletes(researcher, it)],
    ),

    story('refused creates', ids(errorShape('create')), refusedCreates),

    story('create in an unknown feed', ids(errorShape('create')), [
      creates(
        researcher,
        {},
        {
          in: unknownFeed,
          keeps: 'it',
          looks: 'it',
          ...tells('feed.unknown-service', 'created', 'refused'),
        },
      ),
    ]),

    story('refused fetches', ids(errorShape('fetch')), refusedFetches),

    story(
      'refused deletions',
      [...ids(errorShape('delete')), 'delete/error-is-no-success'],
      refusedDeletions,
    ),

    /** 7: the same in the second feed, where other code may refuse. */
    story('refusals in the other feed', everyError(), [
      inOtherFeeds(
        ...refusedCreates,
        ...refusedFetches,
        ...refusedDeletions,
        fetches(researcher, id('')),
        deletes(researcher, id('')),
      ),
    ]),

    /** The same for all callers, whose errors may come from different code. */
    story('refusals to everybody', everyError(), [
      has(),
      deletes(researcher),
      posts(others, malformed),
      fetches(others, id('no-uuid')),
      deletes(others, id('no-uuid')),
      deletes(others),
      deletes(others, random, { in: unknownFeed }),
    ]),

    story(
      'successful lookups',
      [
        ...ids(successShape('lookup')),
        'lookup/body-is-json',
        'lookup/content-type-is-json',
        'lookup/body-is-the-analysis',
        'lookup/gives-the-file-asked-for',
      ],
      // The preflight has already looked up every file by every hash.
      [],
    ),
  ];
}
