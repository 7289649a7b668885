import { randomUUID } from 'node:crypto';
import { hashesByFile } from './files.ts';
import { scenario } from './scenario.ts';

/** Accept headers without a media type: curl's, and none. */
const ways = ['*/*', ''];

/** Bodies are always JSON, not only when requested. */
export const mediaTypeScenarios = [
  scenario(
    'reports for whoever names no media type',
    [
      ...(['create/body-is-json', 'create/content-type-is-json'] as const),
      ...(['fetch/body-is-json', 'fetch/content-type-is-json'] as const),
      ...(['delete/body-is-json', 'delete/content-type-is-json'] as const),
    ],
    async ({ api, callers: { researcher, unknown }, draft }) => {
      for (const accept of ways) {
        const feed = api.by({ accept });
        const stored = await api.storedIfAccepted(feed.create(researcher, draft()));
        await feed.create(researcher, {});
        await feed.create(unknown, draft());
        await feed.fetch(researcher, stored?.id ?? randomUUID());
        await feed.fetch(researcher, randomUUID());
        await feed.delete(unknown, stored?.id ?? randomUUID());
        await feed.delete(researcher, stored?.id ?? randomUUID());
      }
    },
  ),
  scenario(
    'analyses for whoever names no media type',
    ['lookup/body-is-json', 'lookup/content-type-is-json'],
    async (context) => {
      const { api, callers } = context;
      const [[hash = ''] = []] = await hashesByFile(context);
      for (const accept of ways)
        await api.send({ operation: 'lookup', caller: callers.analyst, about: { hash }, accept });
    },
  ),
];
