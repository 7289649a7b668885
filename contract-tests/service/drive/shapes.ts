import { randomUUID } from 'node:crypto';
import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import type { Requirement } from '../../judging/verdict/shape.ts';
import { errorShape, reportShape, successShape } from '../model/shapes.ts';
import { madeUpFeed } from '../requests/made-up.ts';
import { readableAnswer } from './asked.ts';
import type { Context } from './context.ts';
import { type Scenario, scenario } from './scenario.ts';

function ids(requirements: readonly Requirement[]): ClauseId[] {
  return requirements.map(({ clause }) => clause as ClauseId);
}

function everyError(): ClauseId[] {
  return (['create', 'fetch', 'delete'] as const).flatMap((operation) =>
    ids(errorShape(operation)),
  );
}

function refusedCreates(context: Context, service?: string) {
  const { api, callers, knownCallers, draft } = context;
  const { researcher, nobody, unknown } = callers;
  const malformed = '{"tags":';
  return Promise.all([
    api.create(nobody, draft(), service).showing('create.status.no-token'),
    api.create(unknown, draft(), service).showing('create.status.unknown-token'),
    api.post(researcher, malformed, undefined, service).showing('create.status.malformed-request'),
    api.create(researcher, {}, service).showing('create.status.invalid-report'),
    api.post(nobody, malformed, undefined, service),
    ...knownCallers.researchers.map((one) =>
      api.create(one, { ...draft(), file256Hash: 'no hash' }, service),
    ),
  ]);
}

function refusedFetches({ api, callers }: Context, service?: string) {
  const { researcher, nobody, unknown } = callers;
  return Promise.all([
    api.fetch(researcher, randomUUID(), service).showing('fetch.status.unknown-report'),
    api.fetch(researcher, 'no-uuid', service).showing('fetch.status.malformed-id'),
    api.fetch(researcher, undefined, service).showing('fetch.status.missing-parameter'),
    api.fetch(researcher, randomUUID(), madeUpFeed()).showing('fetch.status.unknown-service'),
    api.fetch(nobody, randomUUID(), service),
    api.fetch(unknown, randomUUID(), service),
  ]);
}

function refusedDeletions({ api, callers }: Context, service?: string) {
  const { researcher, nobody, unknown } = callers;
  return Promise.all([
    api.delete(researcher, undefined, service).showing('delete.status.missing-parameter'),
    api.delete(researcher, 'no-uuid', service).showing('delete.status.malformed-id'),
    api.delete(researcher, randomUUID(), service).showing('delete.status.unknown-report'),
    api.delete(researcher, randomUUID(), madeUpFeed()).showing('delete.status.unknown-service'),
    api.delete(nobody, randomUUID(), service).showing('delete.status.no-token'),
    api.delete(unknown, randomUUID(), service).showing('delete.status.unknown-token'),
  ]);
}

export function shapeScenarios(): readonly Scenario[] {
  return [
    scenario(
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
        'delete/creator-may-delete',
      ],
      async ({ api, callers }) => {
        const stored = await api.createdAndSeen(callers.researcher);
        await api.delete(callers.researcher, stored.id).showing('delete.status.deleted', 'success');
      },
    ),

    scenario('refused creates', ids(errorShape('create')), refusedCreates),

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

    scenario('refused fetches', ids(errorShape('fetch')), refusedFetches),

    scenario(
      'refused deletions',
      [...ids(errorShape('delete')), 'delete/error-is-no-success'],
      refusedDeletions,
    ),

    /** 7: the same in the second feed, where other code may refuse. */
    scenario('refusals in the other feed', everyError(), async (context) => {
      const { api, callers, target } = context;
      const { otherService: other } = target;
      if (other === undefined) return;
      await Promise.all([
        refusedCreates(context, other),
        refusedFetches(context, other),
        refusedDeletions(context, other),
        api.fetch(callers.researcher, '', other),
        api.delete(callers.researcher, '', other),
      ]);
    }),

    /** The same for all callers, whose errors may come from different code. */
    scenario('refusals to everybody', everyError(), async ({ api, callers, knownCallers }) => {
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
    }),

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
}
