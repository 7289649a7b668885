import { randomUUID } from 'node:crypto';
import { hashesByFile } from './files.ts';
import { scenario } from './scenario.ts';

/** A browser's Accept header. */
export const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Accept headers of curl, of clients that send none, and of browsers; and what may be compressed. */
const manners = [
  ...['*/*', '', browser].map((accept) => ({ accept })),
  ...['gzip', 'br', 'identity'].map((encoding) => ({ encoding })),
];

/** Bodies are always JSON, not only when requested, and the same in every encoding. */
export const mediaTypeScenarios = [
  scenario(
    'reports for whoever names no media type',
    [
      ...(['create/body-is-json', 'create/content-type-is-json'] as const),
      ...(['fetch/body-is-json', 'fetch/content-type-is-json'] as const),
      ...(['delete/body-is-json', 'delete/content-type-is-json'] as const),
      'fetch/repeated-fetches-agree',
    ],
    async ({ api, callers: { researcher, unknown }, draft }) => {
      const same = await api.createdAndSeen(researcher);
      for (const manner of manners) {
        const feed = api.by(manner);
        await feed.fetch(researcher, same.id);
        const stored = await api.storedIfAccepted(feed.create(researcher, draft()));
        await feed.create(researcher, {});
        await feed.create(unknown, draft());
        await feed.fetch(researcher, stored?.id ?? randomUUID());
        await feed.fetch(researcher, randomUUID());
        // A cache must not have kept it as it was asked for before.
        if (stored) await api.fetchKnown(stored);
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
      for (const manner of manners)
        await api.send({
          operation: 'lookup',
          caller: callers.analyst,
          about: { hash },
          ...manner,
        });
    },
  ),
];
