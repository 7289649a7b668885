import { scenario } from './scenario.ts';

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
    async ({ api, callers, knownCallers, draft }) => {
      const { researcher, unknown } = callers;
      const kept = api.by({ kept: true });
      const stored =
        (await api.storedIfAccepted(kept.create(researcher, draft()))) ??
        (await api.created(researcher));
      const asCreator = () => kept.fetch(researcher, stored.id);
      for (const stranger of knownCallers.known) {
        if (knownCallers.mayDelete(stranger, stored) !== false) continue;
        await asCreator();
        await kept.delete(stranger, stored.id);
      }
      for (const nonResearcher of knownCallers.nonResearchers) {
        await asCreator();
        await kept.create(nonResearcher, draft());
      }
      await asCreator();
      await kept.create(unknown, draft());
      await asCreator();
      await kept.delete(unknown, stored.id);
      await api.fetchKnown(stored);
    },
  ),
];
