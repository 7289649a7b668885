import { randomUUID } from 'node:crypto';
import type { Caller } from '../../judging/caller.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { isLive, isUncertain, type KnownReport } from '../model/known/known-report.ts';
import { inAnotherCase } from '../requests/forged-tokens.ts';
import { idForms, madeUpFeed, nearId } from '../requests/made-up.ts';
import { readableAnswer } from './asked.ts';
import type { Context } from './context.ts';
import { scenario } from './scenario.ts';

/** The open point fetch.who, as far as the callers of the target show it. */
function whoMayFetch(may: ReadonlyMap<string, boolean>): { who: string; by: string } | undefined {
  const reader = 'tokens.reader';
  const other = 'tokens.otherResearcher';
  if (may.get('nobody')) return { who: 'public', by: 'nobody' };
  if (may.get(reader)) return { who: 'known', by: reader };
  if (may.get(reader) === false && may.get(other)) return { who: 'researchers', by: reader };
  if (may.get(other) === false) return { who: 'creator-and-owner', by: other };
  return undefined;
}

/** Few, of whom those without a valid token are the last. */
const mostRefused = 3;

/** Fetches at the same time do not become one: each is answered by its own caller and feed. */
async function fetchAtOnce(
  { api, callers: { researcher }, feeds }: Context,
  { id }: KnownReport,
  refused: readonly Caller[],
): Promise<void> {
  const [, otherFeed] = feeds;
  const strangers = refused.slice(-mostRefused);
  const atOnce = api.by({ atOnce: true });
  const asStrangers = () => strangers.map((stranger) => atOnce.fetch(stranger, id));
  const elsewhere = () =>
    otherFeed === undefined ? [] : [atOnce.fetch(researcher, id, otherFeed)];
  for (const _ of [1, 2, 3, 4]) {
    await Promise.all([...asStrangers(), ...elsewhere(), atOnce.fetch(researcher, id)]);
    await Promise.all([atOnce.fetch(researcher, id), ...elsewhere(), ...asStrangers()]);
  }
  // Who was served meanwhile is served now.
  for (const stranger of strangers) await api.fetch(stranger, id);
}

const mostUnseen = 8;

export const fetchScenarios = [
  scenario(
    'fetch ids that no report has',
    ['fetch/unknown-id-is-refused'],
    async ({ api, callers }) => {
      const { researcher } = callers;
      const stored = await api.createdAndSeen(researcher);
      // A prefix of the id, as for a pattern; a similar id; and one too long for a column.
      for (const id of [idForms.short.of(stored.id), nearId(stored.id), stored.id.padEnd(300, 'a')])
        await api.fetch(researcher, id);
      // SQL injection, for ids concatenated into a query.
      await api.fetch(researcher, "no-uuid' or 'a'='a");
    },
  ),
  /** 4.2: no caller gets another report instead, in any feed. */
  scenario(
    'fetch what is not there as everybody',
    ['fetch/unknown-id-is-refused', 'fetch/missing-id-is-refused'],
    async ({ api, callers, feeds }) => {
      for (const service of feeds) {
        await api.createdAndSeen(callers.researcher, {}, service);
        const unknown = randomUUID();
        for (const caller of callers.named)
          for (const id of [undefined, unknown, '']) await api.fetch(caller, id, service);
        // Nor the next time, whichever process answers.
        for (const _ of [2, 3, 4]) await api.fetch(callers.researcher, unknown, service);
      }
    },
  ),
  scenario(
    'create in two feeds, and fetch from the other',
    ['create/in-the-named-feed', 'fetch/own-feed-only'],
    async ({ api, callers, target, otherService }) => {
      const other = otherService();
      const [here, there] = await Promise.all([
        api.created(callers.researcher),
        api.created(callers.researcher, {}, other),
      ]);
      await Promise.all([api.fetchKnown(here), api.fetchKnown(there)]);
      for (const caller of callers.named) {
        await api.fetch(caller, here.id, other);
        await api.fetch(caller, there.id, target.service);
      }
      // Nor the next time, whichever process answers.
      for (const _ of [2, 3, 4]) await api.fetch(callers.researcher, here.id, other);
    },
  ),
  /** 1, 4.2: an unknown feed has no reports either, whether it exists or not. */
  scenario('fetch from an unknown feed', ['fetch/own-feed-only'], async ({ api, callers }) => {
    const stored = await api.createdAndSeen(callers.researcher);
    for (const caller of callers.named) await api.fetch(caller, stored.id, madeUpFeed());
  }),
  scenario('fetch again', ['fetch/repeated-fetches-agree'], async ({ api, callers }) => {
    const stored = await api.created(callers.researcher);
    for (let time = 0; time < 3; time += 1) await api.fetchKnown(stored);
  }),
  scenario('fetch as everybody', ['fetch/callers-agree'], async (context) => {
    const { api, callers, feeds, observe, target } = context;
    const stored = await api.createdAndSeen(callers.researcher);
    const may = new Map<string, boolean>();
    const exchanges = new Map<string, Exchange>();
    const everybody = [...callers.named, callers.nobody, callers.unknown];
    for (const caller of everybody) {
      const { outcome, exchange } = await readableAnswer(api.fetch(caller, stored.id));
      may.set(caller.key, outcome === 'success');
      exchanges.set(caller.key, exchange);
    }
    const otherwise = inAnotherCase(callers.researcher, target.tokens);
    if (otherwise) await api.fetch(otherwise, stored.id);
    const seen = whoMayFetch(may);
    if (seen) observe('fetch.who', seen.who, exchanges.get(seen.by));
    const refused = everybody.filter(({ key }) => may.get(key) === false);
    await fetchAtOnce(context, stored, refused);
    await Promise.all([
      api.fetch(callers.nobody, stored.id).showing('fetch.status.no-token'),
      api.fetch(callers.unknown, stored.id).showing('fetch.status.unknown-token'),
    ]);
    for (const service of feeds.slice(1)) {
      const other = await api.createdAndSeen(callers.researcher, {}, service);
      for (const caller of callers.named) await api.fetch(caller, other.id, service);
    }
  }),
  /** Reports that were never fetched exist as well, including the first ones, which may be special. */
  scenario(
    'fetch what nobody has looked at',
    ['fetch/stored-report-is-found'],
    async (context) => {
      const unseen = context.reports
        .all()
        .filter((one) => !one.firstFetched && isLive(one) && !isUncertain(one));
      // First those that were looked for: where all others show at once, nobody has waited for them.
      unseen.sort((a, b) => b.missed.size - a.missed.size);
      await Promise.all(
        unseen.slice(0, mostUnseen).map((report) => {
          const { api } = context.named(report.creation?.scenario ?? 'fetch unseen');
          return api.fetchKnown(report, true);
        }),
      );
    },
    'last',
  ),
  scenario(
    'fetch all that is left',
    ['fetch/report-stays'],
    async ({ api, reports }) => {
      const live = reports
        .all()
        .filter((one) => one.firstFetched && isLive(one) && !isUncertain(one));
      if (live.length === 0)
        throw new NotTestable('no report was fetched that was left alone since');
      await Promise.allSettled(live.map((report) => api.fetchKnown(report)));
    },
    'last',
  ),
];
