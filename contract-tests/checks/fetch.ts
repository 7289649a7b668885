import { randomUUID } from 'node:crypto';
import { readable } from '../talk/asked.ts';
import { NotTestable } from '../talk/cut-short.ts';
import type { Exchange } from '../talk/exchange.ts';
import { madeUpFeed, nearId } from '../talk/made-up.ts';
import { clause, provokes } from './check.ts';

clause('fetch/stored-report-is-found', async ({ api, callers }) => {
  await api.found(await api.created(callers.researcher));
});

clause('fetch/unknown-id-is-refused', async ({ api, callers }) => {
  const { researcher } = callers;
  const stored = await api.created(researcher);
  await api.found(stored);
  for (const id of [randomUUID(), nearId(stored.id), 'no-uuid', 'a'.repeat(300)])
    await api.fetch(researcher, id).isRefused();
});

clause('fetch/missing-id-is-refused', async ({ api, callers }) => {
  await api.found(await api.created(callers.researcher));
  await api.fetch(callers.researcher, undefined).isRefused();
  await api.fetch(callers.researcher, '').isRefused();
});

/** 4.2: in no feed, and to nobody, something else is given instead. */
const toNobody = (id: string, asked: () => string | undefined): void =>
  clause(id, async ({ api, callers, feeds }) => {
    for (const service of feeds) {
      await api.found(await api.created(callers.researcher, {}, service));
      for (const caller of callers.named) await api.fetch(caller, asked(), service).isRefused();
    }
  });

toNobody('fetch/unknown-id-is-refused', () => randomUUID());
toNobody('fetch/missing-id-is-refused', () => undefined);

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

/** 1, 4.2: a feed that nobody has heard of holds nothing either, whether it exists or not. */
provokes(['fetch/own-feed-only'], async ({ api, callers }) => {
  const stored = await api.created(callers.researcher);
  await api.found(stored);
  for (const caller of callers.named)
    await api.fetch(caller, stored.id, madeUpFeed()).isRefused('fetch/own-feed-only');
});

provokes(['fetch/repeated-fetches-agree'], async ({ api, callers }) => {
  const stored = await api.created(callers.researcher);
  for (let time = 0; time < 3; time += 1) await api.found(stored);
});

provokes(['fetch/callers-agree'], async ({ api, callers, observe }) => {
  const stored = await api.created(callers.researcher);
  await api.found(stored);
  const may = new Map<string, boolean>();
  const exchanges = new Map<string, Exchange>();
  for (const caller of [...callers.named, callers.nobody, callers.unknown]) {
    const { outcome, exchange } = await readable(api.fetch(caller, stored.id));
    may.set(caller.key, outcome === 'success');
    exchanges.set(caller.key, exchange);
  }
  const seen = whoMayFetch(may);
  if (seen) observe('fetch.who', seen.who, exchanges.get(seen.by));
  const refused = api.fetch(callers.nobody, stored.id).showing('fetch.status.no-token');
  await Promise.all([
    refused,
    api.fetch(callers.unknown, stored.id).showing('fetch.status.unknown-token'),
  ]);
});

/** The open point fetch.who, as far as the callers the target names can show it. */
const whoMayFetch = (
  may: ReadonlyMap<string, boolean>,
): { who: string; by: string } | undefined => {
  const [reader, other] = ['tokens.reader', 'tokens.otherResearcher'];
  if (may.get('nobody')) return { who: 'public', by: 'nobody' };
  if (may.get(reader)) return { who: 'known', by: reader };
  if (may.get(reader) === false && may.get(other)) return { who: 'researchers', by: reader };
  if (may.get(other) === false) return { who: 'creator-and-owner', by: other };
  return undefined;
};

/** What was created is there, also where nobody has looked: the first reports, which may be special. */
provokes(
  ['fetch/stored-report-is-found'],
  async ({ api, ledger }) => {
    const unseen = ledger
      .all()
      .filter(({ shown, deletingAt }) => !shown && deletingAt === undefined);
    await Promise.all(unseen.slice(0, 8).map((stored) => api.found(stored)));
  },
  'last',
);

/** Each feed shows its reports alike to all who may see them. */
provokes(['fetch/callers-agree'], async ({ api, callers, feeds }) => {
  for (const service of feeds.slice(1)) {
    const stored = await api.created(callers.researcher, {}, service);
    await api.found(stored);
    for (const caller of callers.named) await api.fetch(caller, stored.id, service);
  }
});

clause(
  'fetch/report-stays',
  async ({ api, ledger }) => {
    const live = ledger.all().filter(({ shown, deletingAt }) => shown && deletingAt === undefined);
    if (live.length === 0) throw new NotTestable('no report was fetched that was left alone since');
    await Promise.all(live.map((stored) => api.found(stored, 'fetch/report-stays')));
  },
  'last',
);
