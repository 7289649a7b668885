import { callerClausesOf } from '../../../src/spec/clauses/caller-clauses.ts';
import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import { callerIn, callerName, roles } from '../../../src/spec/target-callers.ts';
import type { Caller } from '../../judging/caller.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import type { Callers } from '../requests/callers.ts';
import { forgedTokens } from '../requests/forged-tokens.ts';
import { createDuplicates } from './alike.ts';
import type { Context } from './context.ts';
import { attempts, mannerOf, type Scenario, scenario } from './scenario.ts';

type Case = { readonly creator: Caller; readonly service: string };

function isNamed({ key }: Caller): boolean {
  return key.startsWith('tokens.');
}

/** Reports that a caller may not delete, by creator and feed, as far as the target file says. */
function strangeTo({ knownCallers, feeds }: Context, caller: Caller): Case[] {
  // Without a valid token, the creator makes no difference.
  const creators = isNamed(caller)
    ? knownCallers.researchers
    : knownCallers.researchers.slice(0, 1);
  return feeds.flatMap((service) =>
    creators
      .filter(({ key }) => knownCallers.may('delete', caller, { creator: key, service }) === false)
      .map((creator) => ({ creator, service })),
  );
}

function whyNoStranger({ knownCallers, target }: Context, { key }: Caller): string {
  if (
    knownCallers.researchers.some((one) => one.key === key) &&
    knownCallers.researchers.length === 1
  )
    return `${key} is the only researcher, so all reports are its own`;
  if (key === 'tokens.analyst')
    return target.tokens.reader ? 'callers.analyst.owns' : 'tokens.reader';
  if (target.otherService === undefined) return 'otherService';
  if (target.tokens.otherServiceOwner === undefined) return 'tokens.otherServiceOwner';
  return `${key} created or owns all that it could try, or callers would have to say that it does not`;
}

/** Another caller is refused and the report stays; then its creator sends the same request and succeeds. */
function deleteAs(
  name: string,
  id: ClauseId,
  stranger: Exclude<keyof Callers, 'named'>,
  point?: string,
): Scenario {
  return scenario(`delete as ${name}`, [id], async (context) => {
    const { api, callers, knownCallers, target } = context;
    const caller = callers[stranger];
    const cases = strangeTo(context, caller);
    if (cases.length === 0) throw new NotTestable(whyNoStranger(context, caller));
    for (const [nth, { creator, service }] of cases.entries()) {
      const stored = await api.createdAndSeen(creator, {}, service);
      for (const time of attempts(nth === 0)) {
        const asked = api.by(mannerOf(time)).delete(caller, stored.id, service);
        if (point && time < 4 && service === target.service) asked.showing(point);
        await asked;
        // Once more after a fetch: a server may mistake the last reader for the owner.
        if (time === 2) await api.fetch(caller, stored.id, service);
      }
      await api.fetchKnown(stored);
      if (isNamed(caller)) await api.delete(callers.unknown, stored.id, service);
      await api.delete(creator, stored.id, service);
    }
    // The same with several reports of one file.
    const alike = await context.shared('reports alike', (own) =>
      createDuplicates(own, callers.researcher, target.service),
    );
    const strange = alike.filter((one) => knownCallers.may('delete', caller, one) === false);
    for (const one of strange) await api.delete(caller, one.id, one.service);
    await Promise.all(strange.map((one) => api.fetchKnown(one)));
  });
}

/** The keys of tokens that no clause about deletions names. */
const otherKeys = roles.filter((key) =>
  callerClausesOf('delete').every(({ callers = [] }) => !callers.includes(key)),
);

export const refusedDeleteScenarios = [
  deleteAs(
    'another researcher',
    'delete/other-researcher-may-not',
    'otherResearcher',
    'delete.status.not-your-report',
  ),
  /** 4.3 for the analyst too, if the target file says that it owns no feed. */
  ...otherKeys.map((key) =>
    deleteAs(
      callerName(key),
      'delete/reader-may-not',
      key,
      callerIn(key).area === 'feed' ? 'delete.status.not-your-report' : undefined,
    ),
  ),
  deleteAs('the owner of another feed', 'delete/other-owner-may-not', 'otherServiceOwner'),
  deleteAs('the owner elsewhere', 'delete/owners-are-equal', 'service'),
  deleteAs('nobody', 'delete/token-required', 'nobody', 'delete.status.no-token'),
  deleteAs('a blank token', 'delete/token-required', 'blank'),
  deleteAs(
    'an unknown token',
    'delete/token-must-be-known',
    'unknown',
    'delete.status.unknown-token',
  ),
  scenario(
    'delete with tokens nobody holds',
    ['delete/token-must-be-known'],
    async ({ api, callers, target }) => {
      const { researcher } = callers;
      const stored = await api.createdAndSeen(researcher);
      for (const forged of forgedTokens(researcher, target.tokens))
        await api.delete(forged, stored.id);
      await api.fetchKnown(stored);
      await api.delete(researcher, stored.id);
    },
  ),
  /** 4.3: being a researcher or owning a feed gives no permission for reports of others. */
  scenario('delete as the first researcher', ['delete/researchers-are-equal'], async (context) => {
    const { api, callers, draft, target } = context;
    const { researcher } = callers;
    const cases = strangeTo(context, researcher);
    if (cases.length === 0) throw new NotTestable('tokens.otherResearcher');
    for (const { creator, service } of cases) {
      const sent = draft();
      const stored = await api.createdAndSeen(creator, sent, service);
      // Where duplicates are accepted, creating the same report does not make the caller its creator.
      if (service === target.service)
        for (const c2Address of [draft().c2Address, sent.c2Address])
          await api.create(researcher, { ...sent, c2Address });
      for (const time of attempts(service === target.service))
        await api.by(mannerOf(time)).delete(researcher, stored.id, service);
      await api.fetchKnown(stored);
      await api.delete(creator, stored.id, service);
    }
  }),
  /** Nor does time: a cache of creators may have forgotten this one. */
  scenario('delete an older report', ['delete/researchers-are-equal'], async (context) => {
    const { api, callers, knownCallers, pause } = context;
    const stored = await api.createdAndSeen(callers.researcher);
    const strangers = knownCallers.strangersTo(stored);
    if (strangers.length === 0) throw new NotTestable('tokens.otherResearcher');
    await pause(3100);
    for (const caller of strangers) await api.delete(caller, stored.id);
    await api.fetchKnown(stored);
  }),
  /** Reporting the same file first does not either. */
  scenario('delete a later report of a file', ['delete/researchers-are-equal'], async (context) => {
    const { api, callers, draft } = context;
    const { researcher } = callers;
    const [one] = strangeTo(context, researcher);
    if (!one) throw new NotTestable('tokens.otherResearcher');
    const { creator, service } = one;
    const first = draft();
    await api.created(researcher, first, service);
    const sent = draft({ file256Hash: first.file256Hash });
    const stored = await api.fetchedIfAccepted(api.create(creator, sent, service));
    if (!stored) throw new NotTestable('the target takes one report of a file only');
    for (const _ of attempts(true)) await api.delete(researcher, stored.id, service);
    await api.fetchKnown(stored);
  }),
  scenario(
    'look after refused deletions',
    ['delete/refused-means-unchanged'],
    async ({ api, callers, knownCallers }) => {
      const stored = await api.createdAndSeen(callers.researcher);
      const strangers = knownCallers.strangersTo(stored);
      for (const caller of [callers.nobody, callers.unknown, ...strangers]) {
        await api.delete(caller, stored.id);
        await api.fetchKnown(stored);
      }
      // The id in another case may be the same or unknown: the caller has no permission either way.
      const [stranger] = strangers;
      if (!stranger) return;
      await api.delete(stranger, stored.id.toUpperCase());
      await api.fetchKnown(stored);
    },
  ),
];
