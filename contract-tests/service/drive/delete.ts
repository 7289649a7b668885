import { randomUUID } from 'node:crypto';
import type { Caller } from '../../judging/caller.ts';
import type { Exchange } from '../../judging/talk/exchange.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { isDeleted, isLive, type KnownReport } from '../model/known/known-report.ts';
import { sameRefusal } from '../model/sameness.ts';
import { madeUpFeed, nearId } from '../requests/made-up.ts';
import { createAlike, createDuplicates } from './alike.ts';
import { readableAnswer } from './asked.ts';
import type { Context } from './context.ts';
import { scenario } from './scenario.ts';

async function deleteAny(context: Context, owner: Caller, service: string): Promise<void> {
  const { api, knownCallers, callers } = context;
  const creators = knownCallers.researchers.filter(({ key }) => key !== owner.key);
  if (creators.length === 0)
    throw new NotTestable(
      `${owner.key} is the only researcher, and would delete reports of its own`,
    );
  for (const creator of creators) {
    const stored = await api.createdAndSeen(creator, {}, service);
    const { outcome } = await readableAnswer(api.delete(owner, stored.id, service));
    if (outcome === 'success') await api.fetchDeleted(stored);
    // The refusals of other callers show whether the owner's token is mistyped.
    else
      for (const caller of [callers.unknown, ...knownCallers.strangersTo(stored)])
        await api.delete(caller, stored.id, service);
  }
  const [creator] = creators;
  if (!creator) return;
  await api.deleteUnseen(owner, await api.created(creator, {}, service));
  // Other reports of the same file make no difference.
  const alike = await createDuplicates(context, creator, service);
  for (const { id } of alike) await api.delete(owner, id, service);
  for (const stored of alike) await api.fetchDeleted(stored);
}

/** As its owner, if there is one. */
async function deleteAsOwner(
  { api, knownCallers }: Context,
  { id, service }: KnownReport,
): Promise<void> {
  const owner = knownCallers.known.find((one) => knownCallers.owns(one, service) === true);
  if (owner) await api.delete(owner, id, service);
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
  const isLookedFor = ({ service, id, deletions }: KnownReport): boolean => {
    const gone = deletions.find(({ outcome }) => outcome === 'success')?.endedAt ?? 0;
    return (lastAsked.get(`${service} ${id}`) ?? 0) >= gone;
  };
  const others = new Set(deleted.filter(isLookedFor));
  const some = new Set([...others].filter((_, nth) => nth % 5 === 0));
  return deleted.filter((one) => !others.has(one) || some.has(one));
}

export const deleteScenarios = [
  scenario(
    'delete what nobody has fetched',
    ['delete/creator-may-delete'],
    async ({ api, callers }) => {
      await api.deleteUnseen(callers.researcher, await api.created(callers.researcher));
    },
  ),
  scenario('fetch what was deleted', ['delete/success-means-gone'], async ({ api, callers }) => {
    const { researcher } = callers;
    const stored = await api.createdAndSeen(researcher);
    for (const caller of callers.named) await api.fetch(caller, stored.id);
    await api.fetch(researcher, stored.id.toUpperCase());
    await api.delete(researcher, stored.id);
    await api.fetchDeleted(stored);
    await api.fetch(researcher, stored.id).showing('fetch.status.deleted-report');
    await api.fetchDeleted(stored);
    for (const _ of [3, 4, 5]) await api.fetch(researcher, stored.id);
    await api.fetch(researcher, stored.id.toUpperCase());
  }),
  /** A fetch that has read the report before must not leave it in a cache. */
  scenario(
    'delete what is being fetched',
    ['delete/success-means-gone'],
    async ({ api, callers: { researcher } }) => {
      const atOnce = api.by({ atOnce: true });
      for (const _ of [1, 2, 3, 4, 5]) {
        const stored = await api.createdAndSeen(researcher);
        const { exchange } = await api.fetch(researcher, stored.id);
        let isOver = false;
        const fetches = [1, 2, 3].map(async () => {
          for (let nth = 0; nth < 20 && !isOver; nth += 1)
            await atOnce.fetch(researcher, stored.id);
        });
        const deletion = Promise.resolve(atOnce.delete(researcher, stored.id));
        await Promise.all([...fetches, deletion.finally(() => (isOver = true))]);
        await api.fetchDeleted(stored);
        // A conditional request, as browsers send it.
        const { etag } = exchange.response.headers;
        const way = { headers: { 'if-none-match': etag ?? '' } };
        if (etag) await api.by({ way }).fetch(researcher, stored.id);
      }
    },
  ),
  /** What a report has in common with a deleted one does not bring that back, nor anything of it. */
  scenario(
    'report again what was deleted',
    ['delete/success-means-gone', 'create/makes-a-new-report'],
    async (context) => {
      const { api, callers, knownCallers, draft, feeds } = context;
      const { researcher } = callers;
      const [, otherFeed] = feeds;
      for (const [nth, again] of knownCallers.researchers.entries()) {
        const sent = draft();
        const { c2Address, file256Hash, referenceLink } = sent;
        const stored = await api.createdAndSeen(researcher, sent);
        // What its creator has deleted, and what the owner of the feed has.
        if (nth > 0) await deleteAsOwner(context, stored);
        if (isLive(stored)) await api.delete(researcher, stored.id);
        const alike = [sent, sent, { c2Address, file256Hash }, { file256Hash }, { referenceLink }];
        for (const same of alike) {
          const created = await createAlike(context, again, same);
          // So that the next one is the only report of its file, as the first was.
          if (created) await api.delete(again, created.id);
        }
        await api.fetchDeleted(stored);
        if (otherFeed === undefined) continue;
        await createAlike(context, again, { c2Address, file256Hash, referenceLink }, otherFeed);
        await api.fetchDeleted(stored);
      }
    },
  ),
  /** Repeated at the end, since a deleted report may have come back. */
  scenario(
    'fetch all that was deleted',
    ['delete/success-means-gone'],
    async ({ api, knownCallers, reports, exchanges }) => {
      const deleted = reports.all().filter(isDeleted);
      if (deleted.length === 0) throw new NotTestable('no deletion succeeded');
      const some = worthFetching(deleted, exchanges());
      await Promise.all(
        some.map(async ({ id, service, creator }) => {
          const caller = knownCallers.known.find(({ key }) => key === creator);
          if (caller) await api.fetch(caller, id, service);
        }),
      );
    },
    'last',
  ),
  scenario('delete as the owner', ['delete/owner-may-delete-any'], (context) =>
    deleteAny(context, context.callers.service, context.target.service),
  ),
  scenario('delete as the other owner', ['delete/owner-of-any-feed'], (context) =>
    deleteAny(context, context.callers.otherServiceOwner, context.otherService()),
  ),
  scenario(
    'delete one of two',
    ['delete/removes-only-that-report'],
    async ({ api, callers, observe }) => {
      const { researcher } = callers;
      const [one, other] = await Promise.all([api.created(researcher), api.created(researcher)]);
      await Promise.all([api.fetchKnown(one), api.fetchKnown(other)]);
      await api.delete(researcher, one.id);
      await api.fetchKnown(other);
      const absent = await readableAnswer(
        api.delete(researcher, one.id).showing('delete.status.deleted-report'),
      );
      const never = await readableAnswer(api.delete(researcher, randomUUID()));
      observe(
        'delete.absent',
        never.outcome === 'success' ? 'accepted' : 'refused',
        never.exchange,
      );
      // If deleting an absent report succeeds, only a fetch can tell.
      const [gone, unknown] = await Promise.all([
        readableAnswer(api.fetch(researcher, one.id)),
        readableAnswer(api.fetch(researcher, randomUUID())),
      ]);
      const deletesDiffer =
        absent.outcome === 'refusal' && never.outcome === 'refusal' && !sameRefusal(absent, never);
      const remembered = deletesDiffer || !sameRefusal(gone, unknown);
      observe('delete.afterwards', remembered ? 'remembered' : 'forgotten', gone.exchange);
      await api.fetchKnown(other);
    },
  ),
  /** At the end, when nothing else is created: similar reports and the newest one must stay. */
  scenario(
    'delete beside look-alikes',
    ['delete/removes-only-that-report'],
    async ({ api, callers: { researcher, named }, draft }) => {
      const sent = draft();
      const one = await api.created(researcher, sent);
      const alike = [
        draft({ file256Hash: sent.file256Hash }),
        draft({ c2Address: sent.c2Address }),
      ];
      const taken = alike.map((like) => api.storedIfAccepted(api.create(researcher, like)));
      const others = (await Promise.all(taken)).filter((stored) => stored !== undefined);
      const newest = await api.created(researcher);
      const stay = [...others, newest];
      await Promise.all([one, ...stay].map((stored) => api.fetchKnown(stored)));
      await api.delete(researcher, one.id);
      for (const stored of stay) await api.fetchKnown(stored);
      const absent = [one.id, 'no-uuid', newest.id.padEnd(300, 'a'), nearId(newest.id)].map(
        (id) => ({
          id,
          caller: researcher,
        }),
      );
      const byEach = named.map((caller) => ({ id: randomUUID(), caller }));
      for (const { id, caller } of [...absent, ...byEach]) {
        await api.delete(caller, id);
        await api.fetchKnown(newest);
      }
      // The same when the newest report has no tags, if the target accepts that.
      const bare = await api.fetchedIfAccepted(api.create(researcher, draft({ tags: [] })));
      if (!bare) return;
      await api.delete(researcher, newest.id);
      await api.fetchKnown(bare);
    },
    'last',
  ),
  scenario('delete without an id', ['delete/missing-id-is-refused'], async ({ api, callers }) => {
    const { researcher } = callers;
    const stored = await api.createdAndSeen(researcher);
    await api.delete(researcher, undefined);
    await api.delete(researcher, '');
    await api.fetchKnown(stored);
    await api.delete(researcher, stored.id);
  }),
  /** At the end, since a server that deletes all reports would break other scenarios. */
  scenario(
    'delete nothing as everybody',
    ['delete/missing-id-is-refused'],
    async ({ api, callers, feeds, reports }) => {
      const live = reports.all().filter((one) => one.firstFetched && isLive(one));
      // None is created here, since another scenario relies on the newest report.
      for (const service of feeds) {
        const stored = live.find((one) => one.service === service);
        if (!stored) throw new NotTestable(`no report was left in the feed ${service}`);
        await api.fetchKnown(stored);
        for (const caller of callers.named) {
          await api.delete(caller, undefined, service);
          await api.fetchKnown(stored);
        }
      }
    },
    'last',
  ),
  scenario(
    'delete through the other feed',
    ['delete/own-feed-only'],
    async ({ api, callers, otherService }) => {
      const other = otherService();
      const { researcher } = callers;
      const here = await api.created(researcher);
      const alike = api.create(researcher, here.sent, other);
      const there =
        (await api.storedIfAccepted(alike)) ?? (await api.created(researcher, {}, other));
      await Promise.all([api.fetchKnown(here), api.fetchKnown(there)]);
      // Deleting an absent report may succeed (4.3 is silent), so only a fetch of the report tells.
      for (const caller of callers.named) {
        await api.delete(caller, here.id, other);
        await api.fetchKnown(here);
        await api.delete(caller, there.id, here.service);
        await api.fetchKnown(there);
      }
      await api.delete(researcher, there.id, other);
      await api.fetchKnown(here);
    },
  ),
  /** The same through an unknown feed. */
  scenario('delete through an unknown feed', ['delete/own-feed-only'], async ({ api, callers }) => {
    const stored = await api.createdAndSeen(callers.researcher);
    for (const caller of callers.named) {
      await api.delete(caller, stored.id, madeUpFeed());
      await api.fetchKnown(stored);
    }
  }),
];
