import { strangerClauses } from '../judge/stranger-clauses.ts';
import { provokes } from './check.ts';

/** 5: every request carries its own token, whoever has used the connection before. */
provokes(
  [
    'create/researchers-only',
    'create/token-must-be-known',
    'delete/token-must-be-known',
    ...new Set(Object.values(strangerClauses)),
  ],
  async ({ api, callers, people, draft }) => {
    const { researcher, unknown } = callers;
    const stored = await api.created(researcher);
    const kept = api.by({ kept: true });
    const asCreator = () => kept.fetch(researcher, stored.id);
    for (const stranger of people.known) {
      if (people.mayDelete(stranger, stored) !== false) continue;
      await asCreator();
      await kept.delete(stranger, stored.id).isRefused(strangerClauses[stranger.key]);
    }
    for (const layman of people.laymen) {
      await asCreator();
      await kept.create(layman, draft()).isRefused('create/researchers-only');
    }
    await asCreator();
    await kept.create(unknown, draft()).isRefused('create/token-must-be-known');
    await asCreator();
    await kept.delete(unknown, stored.id).isRefused('delete/token-must-be-known');
    await api.found(stored, 'delete/refused-means-unchanged');
  },
);
