import { randomUUID } from 'node:crypto';
import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import type { Role } from '../../../src/spec/target-callers.ts';
import type { Caller } from '../../judging/caller.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { isDeleted, isLive, type KnownReport } from '../model/known/known-report.ts';
import { sameRefusal } from '../model/sameness.ts';
import { nearId } from '../requests/made-up.ts';
import {
  all,
  atOnce,
  by,
  creates,
  deletes,
  elsewhere,
  except,
  fetches,
  form,
  given,
  has,
  hasSeen,
  here,
  id,
  it,
  looks,
  looksGone,
  named,
  needs,
  none,
  play,
  random,
  report,
  researcher,
  researchers,
  Stage,
  type Step,
  story,
  strangers,
  times,
  unknown,
  unknownFeed,
  upper,
  type Who,
  without,
} from './acts.ts';
import { createAlike, createDuplicates } from './alike.ts';
import { readableAnswer } from './asked.ts';
import type { Context } from './context.ts';
import { scenario } from './scenario.ts';

/** Whoever made the report, the owner of the feed may delete it. */
function deleteAsOwner(name: string, clause: ClauseId, key: Role, feed: typeof here) {
  const owner: Who = ({ context }) => [context.callers[key]];
  const others = except(researchers, owner);
  return story(
    name,
    [clause],
    [
      needs(others, `tokens.${key} is the only researcher, and would delete reports of its own`),
      async (stage) => {
        const service = feed(stage);
        for (const creator of others(stage))
          await play(stage.with({ service, creator }), [
            hasSeen(),
            deletes(owner),
            looksGone(),
            // The refusals of other callers show whether the owner's token is mistyped.
            (place) => play(place, isDeleted(place.it) ? [] : [deletes(all(unknown, strangers))]),
          ]);
        for (const creator of others(stage).slice(0, 1)) {
          const { api } = stage.context;
          const [caller] = owner(stage);
          if (caller) await api.deleteUnseen(caller, await api.created(creator, {}, service));
          // Other reports of the same file make no difference.
          const alike = await createDuplicates(stage.context, creator, service);
          const reports = new Map(alike.map((one, nth) => [`${nth}`, one]));
          const place = stage.with({ service, reports });
          for (const one of reports.keys()) await play(place, [deletes(owner, report(one))]);
          for (const one of reports.keys()) await play(place, [looksGone(one)]);
        }
      },
    ],
  );
}

/** For a large number, those that nobody has looked for since, and every fifth of the others. */
export function worthFetching(
  deleted: readonly KnownReport[],
  exchanges: readonly Exchange[],
): readonly KnownReport[] {
  if (deleted.length <= 60) return deleted;
  const lastAsked = new Map<string, number>();
  for (const { operation, about, startedAt } of exchanges)
    if (operation === 'fetch') lastAsked.set(`${about.service} ${about.report}`, startedAt);
  const isLookedFor = ({ service, id: named, deletions }: KnownReport): boolean => {
    const gone = deletions.find(({ outcome }) => outcome === 'success')?.endedAt ?? 0;
    return (lastAsked.get(`${service} ${named}`) ?? 0) >= gone;
  };
  const others = new Set(deleted.filter(isLookedFor));
  const some = new Set([...others].filter((_, nth) => nth % 5 === 0));
  return deleted.filter((one) => !others.has(one) || some.has(one));
}

/** A fetch that has read the report before must not leave it in a cache. */
async function deleteWhatIsFetched(stage: Stage): Promise<void> {
  const { api, callers } = stage.context;
  const { id: own } = stage.it;
  const { exchange } = await api.fetch(callers.researcher, own);
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
}

/** What a report has in common with a deleted one does not bring that back, nor anything of it. */
async function reportAgain(context: Context, again: Caller, isByOwner: boolean): Promise<void> {
  const { api, callers, knownCallers, draft, feeds } = context;
  const { researcher: creator } = callers;
  const [, otherFeed] = feeds;
  const sent = draft();
  const { c2Address, file256Hash, referenceLink } = sent;
  const stored = await api.createdAndSeen(creator, sent);
  const owner = knownCallers.known.find((one) => knownCallers.owns(one, stored.service) === true);
  if (isByOwner && owner) await api.delete(owner, stored.id);
  if (isLive(stored)) await api.delete(creator, stored.id);
  const alike = [sent, sent, { c2Address, file256Hash }, { file256Hash }, { referenceLink }];
  for (const same of alike) {
    const created = await createAlike(context, again, same);
    // So that the next one is the only report of its file, as the first was.
    if (created) await api.delete(again, created.id);
  }
  await api.fetchDeleted(stored);
  if (otherFeed === undefined) return;
  await createAlike(context, again, { c2Address, file256Hash, referenceLink }, otherFeed);
  await api.fetchDeleted(stored);
}

/** Creates a report that has some fields of another one; without it, if it is refused. */
function hasLike(name: string, field: 'c2Address' | 'file256Hash'): Step {
  return async ({ context: { api, callers, draft }, it: { sent }, reports }) => {
    const like = draft({ [field]: (sent as { readonly [key: string]: string })[field] });
    const stored = await api.fetchedIfAccepted(api.create(callers.researcher, like));
    if (stored) reports.set(name, stored);
  };
}

const seesNewest = { looks: 'newest' } as const;

export const deleteScenarios = [
  scenario(
    'delete what nobody has fetched',
    ['delete/creator-may-delete'],
    async ({ api, callers }) =>
      api.deleteUnseen(callers.researcher, await api.created(callers.researcher)),
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
      fetches(researcher, it),
      looksGone(),
      times(3, fetches(researcher)),
      fetches(researcher, upper),
    ],
  ),
  story(
    'delete what is being fetched',
    ['delete/success-means-gone'],
    [times(5, hasSeen(), deleteWhatIsFetched)],
  ),
  scenario(
    'report again what was deleted',
    ['delete/success-means-gone', 'create/makes-a-new-report'],
    async (context) => {
      for (const [nth, again] of context.knownCallers.researchers.entries())
        await reportAgain(context, again, nth > 0);
    },
  ),
  /** Repeated at the end, since a deleted report may have come back. */
  scenario(
    'fetch all that was deleted',
    ['delete/success-means-gone'],
    async (context) => {
      const { reports, exchanges, knownCallers } = context;
      const deleted = reports.all().filter(isDeleted);
      if (deleted.length === 0) throw new NotTestable('no deletion succeeded');
      await Promise.all(
        worthFetching(deleted, exchanges()).map(({ id: gone, service, creator }) => {
          const caller = knownCallers.known.find(({ key }) => key === creator);
          return caller && context.api.fetch(caller, gone, service);
        }),
      );
    },
    'last',
  ),
  deleteAsOwner('delete as the owner', 'delete/owner-may-delete-any', 'service', here),
  deleteAsOwner(
    'delete as the other owner',
    'delete/owner-of-any-feed',
    'otherServiceOwner',
    elsewhere,
  ),
  story(
    'delete one of two',
    ['delete/removes-only-that-report'],
    [
      hasSeen(),
      hasSeen('other'),
      deletes(researcher),
      looks('other'),
      async ({ context: { api, callers, observe }, it: { id: deleted } }) => {
        const again = api.delete(callers.researcher, deleted);
        const absent = await readableAnswer(again);
        const never = await readableAnswer(api.delete(callers.researcher, randomUUID()));
        const accepted = never.outcome === 'success' ? 'accepted' : 'refused';
        observe('delete.absent', accepted, never.exchange);
        // If deleting an absent report succeeds, only a fetch can tell.
        const gone = await readableAnswer(api.fetch(callers.researcher, deleted));
        const unknown = await readableAnswer(api.fetch(callers.researcher, randomUUID()));
        const areRefused = absent.outcome === 'refusal' && never.outcome === 'refusal';
        const differ = areRefused && !sameRefusal(absent, never);
        const remembered = differ || !sameRefusal(gone, unknown);
        observe('delete.afterwards', remembered ? 'remembered' : 'forgotten', gone.exchange);
      },
      looks('other'),
    ],
  ),
  /** At the end, when nothing else is created: similar reports and the newest one must stay. */
  story(
    'delete beside look-alikes',
    ['delete/removes-only-that-report'],
    [
      has(),
      hasLike('same file', 'file256Hash'),
      hasLike('same address', 'c2Address'),
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
        const sees = { looks: 'it' };
        await play(stage, [looks(), deletes(named, none, sees), deletes(researcher, id(''), sees)]);
      }
    },
    'last',
  ),
  story(
    'delete through the other feed',
    ['delete/own-feed-only'],
    [
      has(),
      creates(researcher, ({ it: { sent } }) => sent, { in: elsewhere, keeps: 'there' }),
      without('there', has('there', {}, elsewhere)),
      looks('it', 'there'),
      // Deleting an absent report may succeed (4.3 is silent), so only a fetch of the report tells.
      async (stage) => {
        for (const caller of stage.context.callers.named)
          await play(stage, [
            deletes(by(caller), it, { in: elsewhere, looks: 'it' }),
            deletes(by(caller), report('there'), { in: here, looks: 'there' }),
          ]);
      },
      deletes(researcher, report('there'), { looks: 'it' }),
    ],
  ),
  /** 1, 4.2: an unknown feed has no reports either, whether it exists or not. */
  story(
    'fetch and delete through an unknown feed',
    ['fetch/own-feed-only', 'delete/own-feed-only'],
    [
      hasSeen(),
      fetches(named, it, { in: unknownFeed }),
      deletes(named, it, { in: unknownFeed, looks: 'it' }),
    ],
  ),
];
