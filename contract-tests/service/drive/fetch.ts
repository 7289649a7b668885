import type { Caller } from '../../judging/caller.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { isLive, isUncertain } from '../model/known/known-report.ts';
import { idForms, nearId } from '../requests/made-up.ts';
import {
  atOnce,
  elsewhere,
  everybody,
  fetches,
  form,
  has,
  hasSeen,
  here,
  id,
  inEveryFeed,
  inOtherFeeds,
  it,
  looks,
  named,
  nobodys,
  none,
  play,
  report,
  researcher,
  type Stage,
  story,
  times,
} from './acts.ts';
import { readableAnswer } from './asked.ts';
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

/** Everybody fetches the report: who may is observed, and who may not is not served together with others, either. */
async function fetchAsEverybody(stage: Stage): Promise<void> {
  const { context } = stage;
  const { api, observe } = context;
  const stored = stage.it;
  const may = new Map<string, boolean>();
  const exchanges = new Map<string, Exchange>();
  for (const caller of everybody(stage)) {
    const { outcome, exchange } = await readableAnswer(api.fetch(caller, stored.id));
    may.set(caller.key, outcome === 'success');
    exchanges.set(caller.key, exchange);
  }
  const seen = whoMayFetch(may);
  if (seen) observe('fetch.who', seen.who, exchanges.get(seen.by));
  const refused = everybody(stage).filter(({ key }) => may.get(key) === false);
  await fetchAtOnce(stage, refused.slice(-mostRefused));
}

/** Few, of whom those without a valid token are the last. */
const mostRefused = 3;

/** Fetches at the same time do not become one: each is answered by its own caller and feed. */
async function fetchAtOnce(stage: Stage, refused: readonly Caller[]): Promise<void> {
  const strangers = fetches(() => refused);
  const through =
    stage.context.feeds.length > 1 ? [fetches(researcher, it, { in: elsewhere })] : [];
  await play(stage, [
    times(
      4,
      atOnce(strangers, ...through, fetches(researcher)),
      atOnce(fetches(researcher), ...through, strangers),
    ),
    // Who was served meanwhile is served now.
    strangers,
  ]);
}

const mostUnseen = 8;

export const fetchScenarios = [
  story(
    'fetch ids that no report has',
    ['fetch/unknown-id-is-refused'],
    [
      hasSeen(),
      // A prefix of the id, as for a pattern; a similar id; and one too long for a column.
      ...[idForms.short.of, nearId, (own: string) => own.padEnd(300, 'a')].map((of) =>
        fetches(researcher, form(of)),
      ),
      // SQL injection, for ids concatenated into a query.
      fetches(researcher, id("no-uuid' or 'a'='a")),
    ],
  ),
  /** 4.2: no caller gets another report instead, in any feed. */
  story(
    'fetch what is not there as everybody',
    ['fetch/unknown-id-is-refused', 'fetch/missing-id-is-refused'],
    [
      inEveryFeed(
        hasSeen(),
        ...[none, nobodys, id('')].map((about) => fetches(named, about)),
        // Nor the next time, whichever process answers.
        times(3, fetches(researcher, nobodys)),
      ),
    ],
  ),
  story(
    'create in two feeds, and fetch from the other',
    ['create/in-the-named-feed', 'fetch/own-feed-only'],
    [
      has('there', {}, elsewhere),
      has(),
      looks('it', 'there'),
      fetches(named, it, { in: elsewhere }),
      fetches(named, report('there'), { in: here }),
      // Nor the next time, whichever process answers.
      times(3, fetches(researcher, it, { in: elsewhere })),
    ],
  ),
  story(
    'fetch as everybody',
    ['fetch/callers-agree'],
    [hasSeen(), fetchAsEverybody, inOtherFeeds(hasSeen(), fetches(named))],
  ),
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
        unseen.slice(0, mostUnseen).map((one) => {
          const { api } = context.named(one.creation?.scenario ?? 'fetch unseen');
          return api.fetchKnown(one, true);
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
      await Promise.allSettled(live.map((one) => api.fetchKnown(one)));
    },
    'last',
  ),
];
