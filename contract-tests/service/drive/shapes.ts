import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import type { OperationName } from '../../../src/spec/operations.generated.ts';
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
  inEveryFeed,
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

/** The clauses about every success of an operation. */
function successOf(operation: OperationName): ClauseId[] {
  const form = [`${operation}/body-is-json`, `${operation}/content-type-is-json`] as const;
  return [...ids(successShape(operation)), ...form];
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
  fetches(researcher, id('')),
  fetches(researcher, random, { in: unknownFeed }),
  fetches(nobody, random),
  fetches(unknown, random),
];

const refusedDeletions: readonly Step[] = [
  deletes(researcher, none),
  deletes(researcher, id('')),
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
        ...successOf('create'),
        'create/returns-only-the-id',
        'create/id-finds-the-report',
        ...successOf('fetch'),
        'fetch/gives-the-report-asked-for',
        'fetch/stored-report-is-found',
        ...ids(reportShape()),
        'report/reported-by-is-the-creator',
      ],
      [has('one'), has('other'), looks('one', 'other')],
    ),

    story(
      'successful deletions',
      [...successOf('delete'), 'delete/flag-not-successful', 'delete/creator-may-delete'],
      [hasSeen(), deletes(researcher, it)],
    ),

    // 7: in every feed, where other code may refuse.
    story('refused creates', ids(errorShape('create')), [inEveryFeed(...refusedCreates)]),

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

    story('refused fetches', ids(errorShape('fetch')), [inEveryFeed(...refusedFetches)]),

    story(
      'refused deletions',
      [...ids(errorShape('delete')), 'delete/error-is-no-success'],
      [inEveryFeed(...refusedDeletions)],
    ),

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
      [...successOf('lookup'), 'lookup/body-is-the-analysis', 'lookup/gives-the-file-asked-for'],
      // The preflight has already looked up every file by every hash.
      [],
    ),
  ];
}
