import { randomUUID } from 'node:crypto';
import type { ClauseId } from '../../src/spec/clauses.generated.ts';
import type { Requirement } from '../model/shape.ts';
import { errorShape, reportShape, successShape } from '../model/shapes.ts';
import { madeUpFeed } from '../talk/made-up.ts';
import { readableAnswer } from './asked.ts';
import { type Scenario, scenario } from './scenario.ts';

const ids = (requirements: readonly Requirement[]): ClauseId[] =>
  requirements.map(({ clause }) => clause);

export const shapeScenarios = (): readonly Scenario[] => [
  scenario(
    'successful creates and fetches',
    [
      ...ids(successShape('create')),
      'create/body-is-json',
      'create/content-type-is-json',
      'create/returns-only-the-id',
      ...ids(successShape('fetch')),
      'fetch/body-is-json',
      'fetch/content-type-is-json',
      'fetch/gives-the-report-asked-for',
      ...ids(reportShape()),
    ],
    async ({ api, callers }) => {
      const [one, other] = await Promise.all([
        api.created(callers.researcher),
        api.created(callers.researcher),
      ]);
      await Promise.all([api.fetchKnown(one), api.fetchKnown(other)]);
    },
  ),

  scenario(
    'successful deletions',
    [
      ...ids(successShape('delete')),
      'delete/body-is-json',
      'delete/content-type-is-json',
      'delete/flag-not-successful',
    ],
    async ({ api, callers }) => {
      const stored = await api.created(callers.researcher);
      await api.delete(callers.researcher, stored.id);
    },
  ),

  scenario(
    'refused creates',
    ids(errorShape('create')),
    async ({ api, callers, knownCallers, draft }) => {
      await Promise.all([
        api.create(callers.nobody, draft()).showing('create.status.no-token'),
        api.create(callers.unknown, draft()).showing('create.status.unknown-token'),
        api.post(callers.researcher, '{"tags":').showing('create.status.malformed-request'),
        api.create(callers.researcher, {}).showing('create.status.invalid-report'),
        api.post(callers.nobody, '{"tags":'),
        ...knownCallers.researchers.map((one) =>
          api.create(one, { ...draft(), file256Hash: 'no hash' }),
        ),
      ]);
    },
  ),

  scenario(
    'create in an unknown feed',
    ids(errorShape('create')),
    async ({ api, callers, draft, observe }) => {
      const asked = api.create(callers.researcher, draft(), madeUpFeed());
      const { outcome, exchange } = await readableAnswer(
        asked.showing('create.status.unknown-service'),
      );
      observe('feed.unknown-service', outcome === 'success' ? 'created' : 'refused', exchange);
      await api.fetchedIfAccepted(asked);
    },
  ),

  scenario('refused fetches', ids(errorShape('fetch')), async ({ api, callers }) => {
    await Promise.all([
      api.fetch(callers.researcher, randomUUID()).showing('fetch.status.unknown-report'),
      api.fetch(callers.researcher, 'no-uuid').showing('fetch.status.malformed-id'),
      api.fetch(callers.researcher, undefined).showing('fetch.status.missing-parameter'),
      api
        .fetch(callers.researcher, randomUUID(), madeUpFeed())
        .showing('fetch.status.unknown-service'),
      api.fetch(callers.nobody, randomUUID()),
      api.fetch(callers.unknown, randomUUID()),
    ]);
  }),

  scenario(
    'refused deletions',
    [...ids(errorShape('delete')), 'delete/error-is-no-success'],
    async ({ api, callers }) => {
      const { researcher, nobody, unknown } = callers;
      await Promise.all([
        api.delete(researcher, undefined).showing('delete.status.missing-parameter'),
        api.delete(researcher, 'no-uuid').showing('delete.status.malformed-id'),
        api.delete(researcher, randomUUID()).showing('delete.status.unknown-report'),
        api.delete(researcher, randomUUID(), madeUpFeed()).showing('delete.status.unknown-service'),
        api.delete(nobody, randomUUID()).showing('delete.status.no-token'),
        api.delete(unknown, randomUUID()).showing('delete.status.unknown-token'),
      ]);
    },
  ),

  /** 7: the same in the second feed, where other code may refuse. */
  scenario(
    'refusals in the other feed',
    (['create', 'fetch', 'delete'] as const).flatMap((operation) => ids(errorShape(operation))),
    async ({ api, callers, draft, target: { otherService: other } }) => {
      const { researcher, nobody, unknown } = callers;
      if (other === undefined) return;
      await Promise.all([
        api.create(nobody, draft(), other),
        api.create(unknown, draft(), other),
        api.create(researcher, {}, other),
        api.post(researcher, '{"tags":', undefined, other),
        api.fetch(nobody, randomUUID(), other),
        api.fetch(unknown, randomUUID(), other),
        ...[randomUUID(), 'no-uuid', '', undefined].flatMap((id) => [
          api.fetch(researcher, id, other),
          api.delete(researcher, id, other),
        ]),
        api.delete(nobody, randomUUID(), other),
        api.delete(unknown, randomUUID(), other),
      ]);
    },
  ),

  /** The same for all callers, whose errors may come from different code. */
  scenario(
    'refusals to everybody',
    (['create', 'fetch', 'delete'] as const).flatMap((operation) => ids(errorShape(operation))),
    async ({ api, callers, knownCallers }) => {
      const gone = await api.created(callers.researcher);
      await api.delete(callers.researcher, gone.id);
      for (const caller of knownCallers.known.filter(({ key }) => key !== callers.researcher.key))
        await Promise.all([
          api.post(caller, '{"tags":'),
          api.fetch(caller, 'no-uuid'),
          api.delete(caller, 'no-uuid'),
          api.delete(caller, gone.id),
          api.delete(caller, randomUUID(), madeUpFeed()),
        ]);
    },
  ),

  scenario(
    'successful lookups',
    [
      ...ids(successShape('lookup')),
      'lookup/body-is-json',
      'lookup/content-type-is-json',
      'lookup/body-is-the-analysis',
      'lookup/gives-the-file-asked-for',
    ],
    // The preflight has already looked up every file by every hash.
    async () => undefined,
  ),
];
