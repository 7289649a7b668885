import type { Answer } from '../../judging/talk/answer.ts';
import { NotExercised } from '../../judging/talk/not-testable.ts';
import { scenario } from './scenario.ts';

const mostTries = 4;

/** Repeats requests until all were answered on one connection, as far as the server keeps it. */
export const onOneConnection = async (
  ...requests: readonly (() => PromiseLike<Answer>)[]
): Promise<void> => {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const used = new Set<number | undefined>();
    // One more, in case that the server closes connections after as many answers as there are requests.
    if (tries === 2) await requests[0]?.();
    for (const request of requests) used.add((await request()).exchange.connection);
    if (used.size === 1 && !used.has(undefined)) return;
  }
  throw new NotExercised(
    'the target closed each connection before the next request on it, so that several on one could not be tried',
  );
};

/** 5: each request has its own token, no matter which callers used the connection before. */
export const connectionScenarios = [
  scenario(
    'callers on one connection',
    [
      'create/researchers-only',
      'create/token-must-be-known',
      'delete/token-must-be-known',
      'delete/reader-may-not',
      'delete/other-researcher-may-not',
      'delete/other-owner-may-not',
    ],
    async ({ api, callers, knownCallers, draft, target: { service } }) => {
      const { researcher, unknown } = callers;
      const kept = api.by({ kept: true });
      const stored =
        (await api.storedIfAccepted(kept.create(researcher, draft()))) ??
        (await api.created(researcher));
      const owner = knownCallers.known.find((one) => knownCallers.owns(one, service) === true);
      const asCreator = () => kept.fetch(researcher, stored.id);
      for (const stranger of knownCallers.strangersTo(stored)) {
        await onOneConnection(asCreator, () => kept.delete(stranger, stored.id));
        // Nor does the right of an owner, once used, pass on to the next caller.
        if (owner)
          await onOneConnection(
            async () => {
              const created = await kept.create(researcher, draft());
              const { id } = created.body;
              return typeof id === 'string' ? kept.delete(owner, id) : created;
            },
            () => kept.delete(stranger, stored.id),
          );
      }
      for (const nonResearcher of knownCallers.nonResearchers) {
        const created = () => kept.create(researcher, draft());
        await onOneConnection(created, () => kept.create(nonResearcher, draft()));
      }
      await onOneConnection(asCreator, () => kept.create(unknown, draft()));
      await onOneConnection(asCreator, () => kept.delete(unknown, stored.id));
      await api.fetchKnown(stored);
    },
  ),
  scenario(
    'delete over one connection',
    ['delete/success-means-gone'],
    async ({ api, callers: { researcher } }) => {
      const own = [await api.createdAndSeen(researcher), await api.createdAndSeen(researcher)];
      for (const { id } of own) await api.by({ kept: true }).delete(researcher, id);
      for (const { id } of own) await api.fetch(researcher, id);
    },
  ),
];
