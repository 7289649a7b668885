import { differingField } from '../judge/sameness.ts';
import { readable } from '../talk/asked.ts';
import type { Caller, Callers } from '../talk/callers.ts';
import { Broken, NotTestable } from '../talk/cut-short.ts';
import type { Stored } from '../talk/ledger.ts';
import { said, shown } from '../talk/shown.ts';
import { alikeBy } from './alike.ts';
import { clause } from './check.ts';
import type { Context } from './context.ts';
import { forgedTokens } from './forged-tokens.ts';
import { mustBeKnown } from './known-caller.ts';

/** A refusal that gives in is none: each is asked for this often. */
const attempts = [1, 2, 3, 4, 5];

const isRefused = async (
  { api }: Context,
  caller: Caller,
  stored: Stored,
  point?: string,
): Promise<void> => {
  const asked = api.delete(caller, stored.id, stored.service);
  if (point) asked.showing(point);
  const answer = await readable(asked);
  if (answer.outcome === 'success')
    throw new Broken({
      expected: 'this deletion to be refused',
      actual: said(answer),
      exchange: answer.exchange,
    });
};

type Case = { readonly creator: Caller; readonly service: string };

/** The reports that a caller may not delete, by creator and feed, as far as the target file tells. */
const strangeTo = ({ people, target }: Context, caller: Caller): Case[] => {
  const feeds = [target.service, target.otherService].filter((feed) => feed !== undefined);
  const isNamed = caller.key.startsWith('tokens.');
  // Whoever shows no token is a stranger to all creators alike.
  const creators = isNamed ? people.researchers : people.researchers.slice(0, 1);
  return feeds.flatMap((service) =>
    creators
      .filter(({ key }) => people.mayDelete(caller, { creator: key, service }) === false)
      .map((creator) => ({ creator, service })),
  );
};

const whyNoStranger = ({ people, target }: Context, { key }: Caller): string => {
  if (people.researchers.some((one) => one.key === key) && people.researchers.length === 1)
    return `${key} is the only researcher, so all reports are its own`;
  if (target.otherService === undefined) return 'otherService';
  if (target.tokens.otherServiceOwner === undefined) return 'tokens.otherServiceOwner';
  return `${key} created or owns all that it could try, or callers would have to say that it does not`;
};

/** The stranger is refused and the report stays; then its creator sends the same and succeeds. */
const mayNotDelete = (id: string, stranger: (callers: Callers) => Caller, point?: string): void =>
  clause(id, async (context) => {
    const { api, callers, target } = context;
    const caller = stranger(callers);
    const cases = strangeTo(context, caller);
    if (cases.length === 0) throw new NotTestable(whyNoStranger(context, caller));
    for (const { creator, service } of cases) {
      const stored = await api.created(creator, {}, service);
      await api.found(stored);
      // Whoever shows no token is the same stranger in every feed.
      const isAgain = !caller.key.startsWith('tokens.') && service !== target.service;
      for (const time of isAgain ? [1] : attempts) {
        await isRefused(context, caller, stored, service === target.service ? point : undefined);
        // Then after a fetch: a server may take whoever has fetched a report for its owner.
        if (time === 2) await readable(api.fetch(caller, stored.id, service));
      }
      await api.found(stored, id);
      await api.delete(creator, stored.id, service).succeeds('delete/creator-may-delete');
    }
    await leavesThoseAlike(context, id, caller);
    if (caller.key.startsWith('tokens.')) await mustBeKnown(context, caller);
  });

/** Nor one of several reports of the same file. */
const leavesThoseAlike = async (context: Context, id: string, caller: Caller): Promise<void> => {
  const { api, callers, people, target } = context;
  const alike = await context.shared('reports alike', () =>
    alikeBy(context, callers.researcher, target.service),
  );
  const strange = alike.filter((one) => people.mayDelete(caller, one) === false);
  for (const one of strange) await isRefused(context, caller, one);
  await Promise.all(strange.map((one) => api.found(one, id)));
};

mayNotDelete(
  'delete/other-researcher-may-not',
  ({ otherResearcher }) => otherResearcher,
  'delete.status.not-your-report',
);
mayNotDelete('delete/reader-may-not', ({ reader }) => reader, 'delete.status.not-your-report');
mayNotDelete('delete/other-owner-may-not', ({ otherServiceOwner }) => otherServiceOwner);
mayNotDelete('delete/owners-are-equal', ({ service }) => service);
mayNotDelete('delete/token-required', ({ nobody }) => nobody, 'delete.status.no-token');
mayNotDelete('delete/token-required', ({ blank }) => blank);
mayNotDelete('delete/token-must-be-known', ({ unknown }) => unknown, 'delete.status.unknown-token');

/** 4.3 for the analyst too, where the target file says that it owns no feed. */
clause('delete/reader-may-not', async (context) => {
  const { api, people } = context;
  const analyst = people.known.find(({ key }) => key === 'tokens.analyst');
  const cases = analyst ? strangeTo(context, analyst) : [];
  if (!analyst || cases.length === 0) throw new NotTestable('tokens.reader');
  for (const { creator, service } of cases) {
    const stored = await api.created(creator, {}, service);
    await api.found(stored);
    for (const _ of attempts) await isRefused(context, analyst, stored);
    await api.found(stored, 'delete/reader-may-not');
  }
});

clause('delete/token-must-be-known', async (context) => {
  const { api, callers } = context;
  const { researcher } = callers;
  const stored = await api.created(researcher);
  await api.found(stored);
  for (const forged of forgedTokens(researcher, context.target.tokens)) {
    await isRefused(context, forged, stored);
    await api.found(stored, 'delete/token-must-be-known');
  }
  await api.delete(researcher, stored.id).succeeds('delete/creator-may-delete');
});

/** 4.3: being a researcher, or owning a feed, is no licence for a report of somebody else. */
clause('delete/researchers-are-equal', async (context) => {
  const { api, callers, draft, target } = context;
  const { researcher } = callers;
  const cases = strangeTo(context, researcher);
  if (cases.length === 0) throw new NotTestable('tokens.otherResearcher');
  for (const { creator, service } of cases) {
    const sent = draft();
    const stored = await api.created(creator, sent, service);
    await api.found(stored);
    // Having posted the same, where duplicates are accepted, does not make one the creator of this report.
    if (service === target.service)
      for (const c2Address of [draft().c2Address, sent.c2Address])
        await readable(api.create(researcher, { ...sent, c2Address }));
    for (const _ of attempts) await isRefused(context, researcher, stored);
    await api.found(stored, 'delete/researchers-are-equal');
    await api.delete(creator, stored.id, service).succeeds('delete/creator-may-delete');
  }
});

/** Nor does having reported the same file first. */
clause('delete/researchers-are-equal', async (context) => {
  const { api, callers, draft } = context;
  const { researcher } = callers;
  const [one] = strangeTo(context, researcher);
  if (!one) throw new NotTestable('tokens.otherResearcher');
  const { creator, service } = one;
  const first = draft();
  await api.created(researcher, first, service);
  const sent = draft({ file256Hash: first.file256Hash });
  const stored = await api.storedIfAccepted(api.create(creator, sent, service));
  if (!stored) throw new NotTestable('the target takes one report of a file only');
  await api.found(stored);
  for (const _ of attempts) await isRefused(context, researcher, stored);
  await api.found(stored, 'delete/researchers-are-equal');
});

clause('delete/refused-means-unchanged', async ({ api, callers, people }) => {
  const stored = await api.created(callers.researcher);
  const before = await api.found(stored);
  const strangers = people.known.filter((one) => people.mayDelete(one, stored) === false);
  for (const caller of [callers.nobody, callers.unknown, ...strangers]) {
    const answer = await readable(api.delete(caller, stored.id));
    if (answer.outcome === 'success')
      throw new NotTestable(`the deletion by ${caller.key} was not refused`);
    const after = await api.found(stored, 'delete/refused-means-unchanged');
    const field = differingField(before, after);
    if (field)
      throw new Broken({
        expected: `${field}: ${shown(before[field])}`,
        actual: `${field}: ${shown(after[field])}`,
        exchange: answer.exchange,
      });
  }
});
