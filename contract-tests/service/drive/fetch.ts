import type { Exchange } from '../../judging/talk/exchange.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { isLive, isUncertain } from '../model/known/known-report.ts';
import {
  atOnce,
  elsewhere,
  everybody,
  fetches,
  has,
  hasSeen,
  hasTwoFeeds,
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
  type Step,
  story,
  times,
  unknownFeed,
} from './acts.ts';
import { scenario } from './scenario.ts';

/** The answer to fetch.who, as far as the callers of the target show it, and who shows it. */
function whoMayFetch(may: ReadonlyMap<string, boolean>): readonly [who: string, by: string] | [] {
  const reader = 'tokens.reader';
  const other = 'tokens.otherResearcher';
  if (may.get('nobody')) return ['public', 'nobody'];
  if (may.get(reader)) return ['known', reader];
  if (may.get(reader) === false && may.get(other)) return ['researchers', reader];
  return may.get(other) === false ? ['creator-and-owner', other] : [];
}

/** Few, of whom those without a valid token are the last. */
const mostRefused = 3;

/** Who may is observed, and who may not is not served together with others, either: each is answered for itself. */
const fetchAsEverybody: Step = async (stage) => {
  const { observe } = stage.context;
  const answered = new Map<string, Exchange>();
  const served: string[] = [];
  await play(stage, [
    fetches(everybody, it, {
      shows({ outcome, exchange }) {
        answered.set(exchange.caller, exchange);
        if (outcome === 'success') served.push(exchange.caller);
      },
    }),
  ]);
  const [who, shownBy = ''] = whoMayFetch(
    new Map([...answered.keys()].map((key) => [key, served.includes(key)])),
  );
  if (who) observe('fetch.who', who, answered.get(shownBy));
  const refused = fetches((place) =>
    everybody(place)
      .filter(({ key }) => !served.includes(key))
      .slice(-mostRefused),
  );
  const through = hasTwoFeeds(stage) ? [fetches(researcher, it, { in: elsewhere })] : [];
  await play(stage, [
    times(
      4,
      atOnce(refused, ...through, fetches(researcher)),
      atOnce(fetches(researcher), ...through, refused),
    ),
    // Who was served meanwhile is served now.
    refused,
  ]);
};

const mostUnseen = 8;

export const fetchScenarios = [
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
  /** 1: a feed has no reports of another, nor has an unknown one, whether it exists or not. */
  story(
    'fetch through another feed',
    ['fetch/own-feed-only', 'create/in-the-named-feed'],
    [
      hasSeen(),
      fetches(named, it, { in: unknownFeed }),
      has('there', {}, elsewhere),
      looks('there'),
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
