import { randomUUID } from 'node:crypto';
import { draftFields } from '../../../src/spec/fields.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { isDeleted, isLive } from '../model/known/known-report.ts';
import { sameRefusal } from '../model/sameness.ts';
import { nearId } from '../requests/made-up.ts';
import {
  alike,
  all,
  anew,
  asIt,
  atOnce,
  creates,
  creator,
  deletes,
  eachOf,
  elsewhere,
  fetches,
  first,
  form,
  given,
  has,
  hasSeen,
  hasTwoFeeds,
  here,
  id,
  it,
  looks,
  looksGone,
  named,
  none,
  owner,
  play,
  random,
  report,
  researcher,
  researchers,
  Stage,
  type Step,
  story,
  times,
  unknownFeed,
  upper,
  when,
  without,
} from './acts.ts';
import { readableAnswer } from './asked.ts';
import { scenario } from './scenario.ts';

/** A fetch that has read the report before must not leave it in a cache. */
const deletesWhatIsFetched: Step = async (stage) => {
  const { api, callers } = stage.context;
  const { exchange } = await api.fetch(callers.researcher, stage.it.id);
  let isOver = false;
  const fetching = [1, 2, 3].map(async () => {
    for (let nth = 0; nth < 20 && !isOver; nth += 1)
      await play(stage, [atOnce(fetches(researcher))]);
  });
  const deletion = play(stage, [atOnce(deletes(researcher))]);
  await Promise.all([...fetching, deletion.finally(() => (isOver = true))]);
  await api.fetchDeleted(stage.it);
  // A conditional request, as browsers send it.
  const { etag } = exchange.response.headers;
  const way = { headers: { 'if-none-match': etag ?? '' } };
  if (etag) await play(stage, [fetches(researcher, it, { manner: { way } })]);
};

/** What a report may have in common with one that was deleted. */
const inCommon = [
  draftFields,
  draftFields,
  ['c2Address', 'file256Hash'],
  ['file256Hash'],
  ['referenceLink'],
];

/** Whether a deleted report is answered as one that never was. If deleting either succeeds, only a fetch can tell. */
const looksForTraces: Step = async ({ context, it: { id: gone } }) => {
  const { api, callers, observe } = context;
  const asked = async (does: 'delete' | 'fetch', one: string) =>
    readableAnswer(api[does](callers.researcher, one));
  const deleted = await asked('delete', gone);
  const never = await asked('delete', randomUUID());
  observe('delete.absent', never.outcome === 'success' ? 'accepted' : 'refused', never.exchange);
  const fetched = await asked('fetch', gone);
  const unknown = await asked('fetch', randomUUID());
  const areRefused = deleted.outcome === 'refusal' && never.outcome === 'refusal';
  const isKnown = (areRefused && !sameRefusal(deleted, never)) || !sameRefusal(fetched, unknown);
  observe('delete.afterwards', isKnown ? 'remembered' : 'forgotten', fetched.exchange);
};

const seesIt = { looks: 'it' } as const;
const seesNewest = { looks: 'newest' } as const;

export const deleteScenarios = [
  story(
    'delete what nobody has fetched',
    ['delete/creator-may-delete'],
    [
      has(),
      ({ context: { api, callers }, it: unseen }) => api.deleteUnseen(callers.researcher, unseen),
    ],
  ),
  story(
    'fetch what was deleted',
    ['delete/success-means-gone'],
    [
      hasSeen(),
      fetches(named),
      fetches(researcher, upper),
      deletes(researcher),
      looksGone(),
      fetches(researcher),
      looksGone(),
      times(3, fetches(researcher)),
      fetches(researcher, upper),
    ],
  ),
  story(
    'delete what is being fetched',
    ['delete/success-means-gone'],
    [times(3, hasSeen(), deletesWhatIsFetched)],
  ),
  /** What a report has in common with a deleted one does not bring that back, nor anything of it. */
  story(
    'report again what was deleted',
    ['delete/success-means-gone', 'create/makes-a-new-report'],
    [
      eachOf(researchers, (again, nth) => [
        anew(
          hasSeen(),
          deletes(nth > 0 ? first(all(owner, creator)) : creator),
          ...inCommon.flatMap((fields) => [
            alike(again, fields),
            // So that the next one is the only report of its file, as the first was.
            given('alike', deletes(again, report('alike'))),
          ]),
          looksGone(),
          when(hasTwoFeeds, alike(again, inCommon.flat(), { in: elsewhere }), looksGone()),
        ),
      ]),
    ],
  ),
  /** Repeated at the end, since a deleted report may have come back. */
  scenario(
    'fetch all that was deleted',
    ['delete/success-means-gone'],
    async ({ api, reports, knownCallers }) => {
      const deleted = reports.all().filter(isDeleted);
      if (deleted.length === 0) throw new NotTestable('no deletion succeeded');
      await Promise.all(
        deleted.map(({ id: gone, service, creator: by }) => {
          const caller = knownCallers.known.find(({ key }) => key === by);
          return caller && api.fetch(caller, gone, service);
        }),
      );
    },
    'last',
  ),
  story(
    'delete one of two',
    ['delete/removes-only-that-report'],
    [
      hasSeen(),
      hasSeen('other'),
      deletes(researcher),
      looks('other'),
      looksForTraces,
      looks('other'),
    ],
  ),
  /** At the end, when nothing else is created: similar reports and the newest one must stay. */
  story(
    'delete beside look-alikes',
    ['delete/removes-only-that-report'],
    [
      has(),
      alike(researcher, ['file256Hash'], { keeps: 'same file' }),
      alike(researcher, ['c2Address'], { keeps: 'same address' }),
      hasSeen('newest'),
      looks(),
      deletes(researcher),
      looks('same file', 'same address', 'newest'),
      deletes(researcher, it, seesNewest),
      deletes(researcher, id('no-uuid'), seesNewest),
      ...[(own: string) => own.padEnd(300, 'a'), nearId].map((of) =>
        deletes(researcher, form(of, 'newest'), seesNewest),
      ),
      deletes(named, random, seesNewest),
      // The same when the newest report has no tags, if the target accepts that.
      creates(researcher, { tags: [] }, { keeps: 'bare', looks: 'bare' }),
      given('bare', deletes(researcher, report('newest')), looks('bare')),
    ],
    'last',
  ),
  /** At the end, since a server that deletes all reports would break other scenarios. */
  scenario(
    'delete nothing as everybody',
    ['delete/missing-id-is-refused'],
    async (context) => {
      const live = context.reports.all().filter((one) => one.firstFetched && isLive(one));
      // None is created here, since another scenario relies on the newest report.
      for (const service of context.feeds) {
        const stored = live.find((one) => one.service === service);
        if (!stored) throw new NotTestable(`no report was left in the feed ${service}`);
        const stage = new Stage(context, { service, reports: new Map([['it', stored]]) });
        await play(stage, [
          looks(),
          deletes(named, none, seesIt),
          deletes(researcher, id(''), seesIt),
        ]);
      }
    },
    'last',
  ),
  /** 1: a feed has no reports of another, nor has an unknown one, whether it exists or not. */
  story(
    'delete through another feed',
    ['delete/own-feed-only'],
    [
      hasSeen(),
      deletes(named, it, { in: unknownFeed, ...seesIt }),
      creates(researcher, asIt, { in: elsewhere, keeps: 'there' }),
      without('there', has('there', {}, elsewhere)),
      looks('there'),
      // Deleting an absent report may succeed (4.3 is silent), so only a fetch of the report tells.
      eachOf(named, (one) => [
        deletes(one, it, { in: elsewhere, ...seesIt }),
        deletes(one, report('there'), { in: here, looks: 'there' }),
      ]),
      deletes(researcher, report('there'), seesIt),
    ],
  ),
];
