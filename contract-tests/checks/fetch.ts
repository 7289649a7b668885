import { randomUUID } from 'node:crypto';
import { readable } from '../asked.ts';
import { clause, provokes } from '../check.ts';

clause('fetch/stored-report-is-found', async ({ api, callers }) => {
  await api.found(await api.created(callers.researcher));
});

clause('fetch/unknown-id-is-refused', async ({ api, callers }) => {
  const { researcher } = callers;
  await api.found(await api.created(researcher));
  await api.fetch(researcher, randomUUID()).isRefused();
  await api.fetch(researcher, 'no-uuid').isRefused();
});

clause('fetch/missing-id-is-refused', async ({ api, callers }) => {
  await api.found(await api.created(callers.researcher));
  await api.fetch(callers.researcher, undefined).isRefused();
});

clause('fetch/own-feed-only', async (context) => {
  const { api, callers, target } = context;
  const other = context.otherService();
  const [here, there] = await Promise.all([
    api.created(callers.researcher),
    api.created(callers.researcher, {}, other),
  ]);
  await Promise.all([api.found(here), api.found(there)]);
  for (const caller of callers.named) {
    await api.fetch(caller, here.id, other).isRefused();
    await api.fetch(caller, there.id, target.service).isRefused();
  }
});

provokes(['fetch/repeated-fetches-agree'], async ({ api, callers }) => {
  const stored = await api.created(callers.researcher);
  for (let time = 0; time < 3; time += 1) await api.found(stored);
});

provokes(['fetch/callers-agree'], async ({ api, callers, observe }) => {
  const stored = await api.created(callers.researcher);
  await api.found(stored);
  const allowed = async (caller: (typeof callers.named)[number]): Promise<boolean> => {
    const { outcome } = await readable(api.fetch(caller, stored.id));
    return outcome === 'success';
  };
  const may = new Map<string, boolean>();
  for (const caller of [...callers.named, callers.nobody, callers.unknown])
    may.set(caller.key, await allowed(caller));
  const who = whoMayFetch(may);
  if (who) observe('fetch.who', who);
  const refused = api.fetch(callers.nobody, stored.id).showing('fetch.status.no-token');
  await Promise.all([
    refused,
    api.fetch(callers.unknown, stored.id).showing('fetch.status.unknown-token'),
  ]);
});

/** The open point fetch.who, as far as the callers the target names can show it. */
const whoMayFetch = (may: ReadonlyMap<string, boolean>): string | undefined => {
  if (may.get('nobody')) return 'public';
  if (may.get('tokens.reader')) return 'known';
  if (may.get('tokens.reader') === false && may.get('tokens.otherResearcher')) return 'researchers';
  if (may.get('tokens.otherResearcher') === false) return 'creator-and-owner';
  return undefined;
};

clause(
  'fetch/report-stays',
  async ({ api, ledger }) => {
    const live = ledger.all().filter(({ shown, deletingAt }) => shown && deletingAt === undefined);
    await Promise.all(live.map((stored) => api.found(stored, 'fetch/report-stays')));
  },
  'last',
);
