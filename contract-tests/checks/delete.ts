import { randomUUID } from 'node:crypto';
import { sameRefusal, sameText } from '../judge/sameness.ts';
import type { Answer } from '../talk/answer.ts';
import { readable } from '../talk/asked.ts';
import type { Caller } from '../talk/callers.ts';
import { Broken, NotTestable } from '../talk/cut-short.ts';
import type { Stored } from '../talk/ledger.ts';
import { madeUpFeed, nearId } from '../talk/made-up.ts';
import { said } from '../talk/shown.ts';
import { alikeBy } from './alike.ts';
import { clause, provokes } from './check.ts';
import type { Context } from './context.ts';

clause('delete/creator-may-delete', async ({ api, callers }) => {
  const stored = await api.created(callers.researcher);
  await api.found(stored);
  await api
    .delete(callers.researcher, stored.id)
    .showing('delete.status.deleted', 'success')
    .succeeds();
});

/** Whoever accepts a create may take a moment to store it (202), so a refusal is asked about again. */
const deletedUnseen = async ({ api, pause }: Context, caller: Caller, { id, service }: Stored) => {
  const ask = () => readable(api.delete(caller, id, service));
  const first = await ask();
  let { outcome } = first;
  for (const ms of outcome === 'refusal' ? [200, 800] : []) {
    await pause(ms);
    ({ outcome } = await ask());
    if (outcome === 'success') return;
  }
  if (outcome === 'refusal')
    throw new Broken({
      expected: `${caller.key} to delete a report that nobody has fetched`,
      actual: said(first),
      exchange: first.exchange,
    });
};

clause('delete/creator-may-delete', async (context) => {
  const { researcher } = context.callers;
  await deletedUnseen(context, researcher, await context.api.created(researcher));
});

clause('delete/success-means-gone', async ({ api, callers }) => {
  const stored = await api.created(callers.researcher);
  await api.found(stored);
  for (const caller of callers.named) await readable(api.fetch(caller, stored.id));
  await api.delete(callers.researcher, stored.id).succeeds('delete/creator-may-delete');
  await api.gone(stored);
  await api.fetch(callers.researcher, stored.id).showing('fetch.status.deleted-report');
  await api.gone(stored);
  for (const _ of [3, 4, 5]) await api.fetch(callers.researcher, stored.id).isRefused();
  await api.fetch(callers.researcher, stored.id.toUpperCase()).isRefused();
});

/** Nor when the same file is reported again, or all the same, by its creator or by somebody else. */
clause('delete/success-means-gone', async ({ api, callers: { researcher }, people, draft }) => {
  for (const again of people.researchers) {
    const sent = draft();
    const stored = await api.created(researcher, sent);
    await api.found(stored);
    await api.delete(researcher, stored.id).succeeds('delete/creator-may-delete');
    await readable(api.create(again, draft({ file256Hash: sent.file256Hash })));
    await api.gone(stored);
    const same = await api.storedIfAccepted(api.create(again, sent));
    // An id that is made from what was sent is then that of the new report.
    if (!same || !sameText(same.id, stored.id)) await api.gone(stored);
  }
});

/** At the end once more, since a deleted report may have come back. */
clause(
  'delete/success-means-gone',
  async ({ api, people, ledger }) => {
    const deleted = ledger.all().filter(({ deletedAt }) => deletedAt !== undefined);
    if (deleted.length === 0) throw new NotTestable('no deletion succeeded');
    // Of very many, every third shows it as well.
    const some = deleted.length > 60 ? deleted.filter((_, nth) => nth % 3 === 0) : deleted;
    await Promise.all(
      some.map(async ({ id, service, creator }) => {
        const caller = people.known.find(({ key }) => key === creator);
        if (caller) await api.fetch(caller, id, service).isRefused();
      }),
    );
  },
  'last',
);

/** Whether the refusal points to a mistyped token, rather than to an owner who may not delete. */
export const ownerUnknown = async (
  { api, callers }: Context,
  refusal: Answer,
): Promise<boolean> => {
  const id = String(refusal.exchange.about.report);
  const { service } = refusal.exchange.about;
  const unknown = await readable(api.delete(callers.unknown, id, service));
  const [stranger] = callers.named.filter(({ key }) =>
    ['tokens.otherResearcher', 'tokens.reader'].includes(key),
  );
  if (!stranger || !sameRefusal(refusal, unknown)) return false;
  return !sameRefusal(unknown, await readable(api.delete(stranger, id, service)));
};

clause('delete/owner-may-delete-any', (context) =>
  deletesAny(context, context.callers.service, context.target.service),
);
clause('delete/owner-of-any-feed', (context) =>
  deletesAny(context, context.callers.otherServiceOwner, context.otherService()),
);

const deletesAny = async (context: Context, owner: Caller, service: string): Promise<void> => {
  const { api, people, evidence } = context;
  const creators = people.researchers.filter(({ key }) => key !== owner.key);
  if (creators.length === 0)
    throw new NotTestable(
      `${owner.key} is the only researcher, and would delete reports of its own`,
    );
  for (const creator of creators) {
    const stored = await api.created(creator, {}, service);
    await api.found(stored);
    const answer = await readable(api.delete(owner, stored.id, service));
    if (answer.outcome === 'refusal' && (await ownerUnknown(context, answer))) {
      const message = 'the target answers as it does to a token nobody knows';
      evidence.problem({ key: owner.key, message, exchange: answer.exchange });
      throw new NotTestable(`${owner.key} seems to be wrong: ${message}`);
    }
    if (answer.outcome === 'refusal')
      throw new Broken({
        expected: 'the owner of the feed to delete any report in it',
        actual: said(answer),
        exchange: answer.exchange,
      });
    await api.gone(stored);
  }
  const [creator] = creators;
  if (!creator) return;
  await deletedUnseen(context, owner, await api.created(creator, {}, service));
  // Nor do others of the same file stand in the way.
  const alike = await alikeBy(context, creator, service);
  for (const { id } of alike) await api.delete(owner, id, service).succeeds();
  for (const stored of alike) await api.gone(stored);
};

clause('delete/removes-only-that-report', async ({ api, callers, observe }) => {
  const { researcher } = callers;
  const [one, other] = await Promise.all([api.created(researcher), api.created(researcher)]);
  await Promise.all([api.found(one), api.found(other)]);
  await api.delete(researcher, one.id).succeeds('delete/creator-may-delete');
  await api.found(other, 'delete/removes-only-that-report');
  const absent = await readable(
    api.delete(researcher, one.id).showing('delete.status.deleted-report'),
  );
  const never = await readable(api.delete(researcher, randomUUID()));
  observe('delete.absent', never.outcome === 'success' ? 'accepted' : 'refused', never.exchange);
  // If deleting an absent report succeeds, only a fetch can tell.
  const [gone, unknown] = await Promise.all([
    readable(api.fetch(researcher, one.id)),
    readable(api.fetch(researcher, randomUUID())),
  ]);
  const deletesDiffer =
    absent.outcome === 'refusal' && never.outcome === 'refusal' && !sameRefusal(absent, never);
  const remembered = deletesDiffer || !sameRefusal(gone, unknown);
  observe('delete.afterwards', remembered ? 'remembered' : 'forgotten', gone.exchange);
  await api.found(other, 'delete/removes-only-that-report');
});

/** At the end, when no other check creates reports: similar reports and the newest one must stay. */
clause(
  'delete/removes-only-that-report',
  async ({ api, callers: { researcher, named }, draft }) => {
    const sent = draft();
    const one = await api.created(researcher, sent);
    const alike = [draft({ file256Hash: sent.file256Hash }), draft({ c2Address: sent.c2Address })];
    const taken = alike.map((like) => api.storedIfAccepted(api.create(researcher, like)));
    const others = (await Promise.all(taken)).filter((stored) => stored !== undefined);
    const newest = await api.created(researcher);
    const stay = [...others, newest];
    await Promise.all([one, ...stay].map((stored) => api.found(stored)));
    await api.delete(researcher, one.id).succeeds('delete/creator-may-delete');
    for (const stored of stay) await api.found(stored, 'delete/removes-only-that-report');
    const absent = [one.id, 'no-uuid', nearId(newest.id)].map((id) => ({ id, caller: researcher }));
    const byEach = named.map((caller) => ({ id: randomUUID(), caller }));
    for (const { id, caller } of [...absent, ...byEach]) {
      await readable(api.delete(caller, id));
      await api.found(newest, 'delete/removes-only-that-report');
    }
    // Also where the newest one has no tags, if such a report is taken.
    const bare = await api.storedIfAccepted(api.create(researcher, draft({ tags: [] })));
    if (!bare) return;
    await api.found(bare);
    await api.delete(researcher, newest.id).succeeds('delete/creator-may-delete');
    await api.found(bare, 'delete/removes-only-that-report');
  },
  'last',
);

clause('delete/missing-id-is-refused', async ({ api, callers }) => {
  const { researcher } = callers;
  const stored = await api.created(researcher);
  await api.found(stored);
  await api.delete(researcher, undefined).isRefused();
  await api.delete(researcher, '').isRefused();
  await api.found(stored, 'delete/missing-id-is-refused');
  await api.delete(researcher, stored.id).succeeds('delete/creator-may-delete');
});

/** At the end, since a server that takes it for all reports would take away what others look at. */
clause(
  'delete/missing-id-is-refused',
  async ({ api, callers, feeds, ledger }) => {
    const live = ledger.all().filter(({ shown, deletingAt }) => shown && deletingAt === undefined);
    // None is made for this: the newest report is what another check is about.
    for (const service of feeds) {
      const stored = live.find((one) => one.service === service);
      if (!stored) throw new NotTestable(`no report was left in the feed ${service}`);
      await api.found(stored, 'fetch/report-stays');
      for (const caller of callers.named) {
        await api.delete(caller, undefined, service).isRefused();
        await api.found(stored, 'delete/missing-id-is-refused');
      }
    }
  },
  'last',
);

clause('delete/own-feed-only', async (context) => {
  const { api, callers } = context;
  const other = context.otherService();
  const { researcher } = callers;
  const here = await api.created(researcher);
  const alike = api.create(researcher, here.sent, other);
  const there = (await api.storedIfAccepted(alike)) ?? (await api.created(researcher, {}, other));
  await Promise.all([api.found(here), api.found(there)]);
  // Deleting an absent report may succeed (4.3 is silent), so only a fetch of the report tells.
  for (const caller of callers.named) {
    await readable(api.delete(caller, here.id, other));
    await api.found(here, 'delete/own-feed-only');
    await readable(api.delete(caller, there.id, here.service));
    await api.found(there, 'delete/own-feed-only');
  }
  await api.delete(researcher, there.id, other).succeeds('delete/creator-may-delete');
  await api.found(here, 'delete/own-feed-only');
});

/** Nor in a feed that nobody has heard of. */
provokes(['delete/own-feed-only'], async ({ api, callers }) => {
  const stored = await api.created(callers.researcher);
  await api.found(stored);
  for (const caller of callers.named) {
    await readable(api.delete(caller, stored.id, madeUpFeed()));
    await api.found(stored, 'delete/own-feed-only');
  }
});
