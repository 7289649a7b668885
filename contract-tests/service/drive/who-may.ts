import {
  type CallerClause,
  callerClauses,
  callerClausesOf,
} from '../../../src/spec/clauses/caller-clauses.ts';
import { operationNamed } from '../../../src/spec/operations.ts';
import { callerIn, callerName, roles } from '../../../src/spec/target-callers.ts';
import { callerInWords } from '../../../src/spec/who-may.ts';
import type { Caller } from '../../judging/caller.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { isDeleted } from '../model/known/known-report.ts';
import { admissionTo, callersKnown } from '../model/known/who.ts';
import type { Callers } from '../requests/callers.ts';
import { firstHash } from '../target/target.ts';
import {
  type Act,
  asIt,
  by,
  creates,
  creator,
  deletes,
  fetches,
  first,
  forged,
  hasSeen,
  insists,
  looks,
  looksGone,
  needs,
  pauses,
  play,
  researcher,
  type Step,
  same,
  story,
  strangers,
  unknown,
  upper,
  type Who,
  without,
} from './acts.ts';
import { createDuplicates } from './alike.ts';
import type { Context } from './context.ts';
import type { Scenario } from './scenario.ts';

type Key = Exclude<keyof Callers, 'named'>;

function isNamed({ key }: Caller): boolean {
  return key.startsWith('tokens.');
}

/** Any operation, about the report and its feed, or a file. */
function calls(operation: string, who: Who): Act {
  const isLookup = operationNamed(operation).area === 'lookup';
  return {
    does: operation,
    who,
    ...(isLookup && { hash: ({ context }) => firstHash(context.target.analyses[0]) }),
  };
}

function whyNotTestable({ knownCallers, target }: Context, operation: string, key: string) {
  const { researchers } = knownCallers;
  if (operation !== 'delete')
    return 'nobody in the target file is known not to be one of those who may';
  if (researchers.some((one) => one.key === key) && researchers.length === 1)
    return `${key} is the only researcher, so all reports are its own`;
  if (key === 'tokens.analyst')
    return target.tokens.reader ? 'callers.analyst.owns' : 'tokens.reader';
  if (target.otherService === undefined) return 'otherService';
  if (target.tokens.otherServiceOwner === undefined) return 'tokens.otherServiceOwner';
  return `${key} created or owns all that it could try, or callers would have to say that it does not`;
}

/** For each creator and feed of which the target file says that a caller may not call an operation. */
function whereStrange(operation: string, key: Key, ...steps: readonly Step[]): Step {
  return async (stage) => {
    const { callers, knownCallers, feeds } = stage.context;
    const caller = callers[key];
    // Without a valid token, the creator makes no difference.
    const creators = knownCallers.researchers.slice(0, isNamed(caller) ? undefined : 1);
    const places = feeds.flatMap((service) =>
      creators
        .filter((one) => {
          return knownCallers.may(operation, caller, { creator: one.key, service }) === false;
        })
        .map((one) => ({ creator: one, service })),
    );
    if (places.length === 0)
      throw new NotTestable(whyNotTestable(stage.context, operation, caller.key));
    for (const [nth, place] of places.entries())
      await play(stage.with({ ...place, isFirst: nth === 0 }), steps);
  };
}

/** Of several reports of one file, those that a caller may not delete stay. */
function deletesAlike(key: Key): Step {
  return async ({ context }) => {
    const { api, callers, knownCallers, target } = context;
    const reports = await context.shared('reports alike', (own) =>
      createDuplicates(own, callers.researcher, target.service),
    );
    const strange = reports.filter(
      (one) => knownCallers.may('delete', callers[key], one) === false,
    );
    for (const { id, service } of strange) await api.delete(callers[key], id, service);
    await Promise.all(strange.map((one) => api.fetchKnown(one)));
  };
}

/** Whoever may not is refused, however often and in whatever manner, and the report stays as it is. */
function asOneWhoMayNot(
  { id, operation }: Pick<CallerClause, 'id' | 'operation'>,
  key: Key,
): Scenario {
  const who: Who = ({ context }) => [context.callers[key]];
  const name = isRole(key) ? callerName(key) : key;
  return story(
    `${operation} as ${name}`,
    [id],
    [
      whereStrange(
        operation,
        key,
        hasSeen(),
        // Once more after a fetch: a server may mistake the last reader for the owner.
        insists(calls(operation, who), fetches(who)),
        looks(),
        // For comparison: how a token is refused that nobody holds.
        ...(isRole(key) ? [calls(operation, unknown)] : []),
        ...(operation === 'delete' ? [deletes(creator)] : []),
      ),
      ...(operation === 'delete' ? [deletesAlike(key)] : []),
    ],
  );
}

function isRole(key: Key): key is (typeof roles)[number] {
  return roles.some((role) => role === key);
}

/** Those whom a clause forbids an operation: all that no other clause names, where it names none. */
function forbiddenBy({ callers, operation }: CallerClause): readonly (typeof roles)[number][] {
  const named = callerClausesOf(operation).flatMap((one) => one.callers ?? []);
  return callers ?? roles.filter((key) => !named.includes(key));
}

/** Whoever may as the clause says is served, in every feed and whoever made the report. */
function asThoseWhoMay({ id, operation, may = 'known' }: CallerClause): Scenario {
  const who: Who = ({ context: { knownCallers, target }, it: report }) =>
    knownCallers.known.filter(
      ({ key }) => admissionTo(operation, callersKnown(target)(key), report).as === may,
    );
  return story(
    `${operation} as ${callerInWords(may)}`,
    [id],
    [
      async (stage) => {
        const { feeds, knownCallers } = stage.context;
        let called = 0;
        for (const service of feeds)
          for (const one of knownCallers.researchers) {
            const place = stage.with({ service, creator: one });
            await play(place, [hasSeen()]);
            for (const caller of who(place)) {
              called += 1;
              if (isDeleted(place.it)) await play(place, [hasSeen()]);
              await play(place, [calls(operation, by(caller))]);
              await play(place, [isDeleted(place.it) ? looksGone() : looks()]);
            }
          }
        if (called === 0) throw new NotTestable(keyOf(may));
      },
    ],
  );
}

/** The key of the first token whose holder is such. */
function keyOf(may: string): string {
  const fitting = roles.find((key) => {
    const { role, owns } = callerIn(key);
    return may === 'owner' ? owns !== undefined : role === may;
  });
  return fitting ? `tokens.${fitting}` : 'callers';
}

const tokenRequired = { id: 'delete/token-required', operation: 'delete' } as const;
const tokenKnown = { id: 'delete/token-must-be-known', operation: 'delete' } as const;

/** 4.3: neither being a researcher, nor owning a feed, nor time gives permission for reports of others. */
const strangeDeletions = [
  asOneWhoMayNot(tokenRequired, 'nobody'),
  asOneWhoMayNot(tokenKnown, 'unknown'),
  story(
    'delete with tokens nobody holds',
    ['delete/token-must-be-known'],
    [hasSeen(), deletes(forged), looks(), deletes(researcher)],
  ),
  /** Reporting the same file first does not either, nor, where duplicates are accepted, the same report again. */
  story(
    'delete what one has reported, too',
    ['delete/researchers-are-equal'],
    [
      whereStrange(
        'delete',
        'researcher',
        creates(researcher, same),
        creates(creator, ({ context, same: { file256Hash } }) => context.draft({ file256Hash }), {
          keeps: 'it',
          looks: 'it',
        }),
        without('it', hasSeen()),
        creates(researcher, ({ context, it: { sent } }) => ({
          ...(sent as object),
          c2Address: context.draft().c2Address,
        })),
        creates(researcher, asIt),
        deletes(researcher),
        looks(),
      ),
    ],
  ),
  /** A cache of creators may have forgotten this one. */
  story(
    'delete an older report',
    ['delete/researchers-are-equal', 'delete/refused-means-unchanged'],
    [
      hasSeen(),
      needs(strangers, 'tokens.otherResearcher'),
      pauses(3100),
      deletes(strangers),
      looks(),
      // The id in another case may be the same or unknown: the caller has no permission either way.
      deletes(first(strangers), upper, { looks: 'it' }),
    ],
  ),
];

/** By the clauses about the callers of every operation; those of a create have stories of their own. */
export function whoMayScenarios(): readonly Scenario[] {
  const forbidding = callerClauses.filter(
    ({ may, operation }) => may === undefined && operation !== 'create',
  );
  return [
    ...strangeDeletions,
    ...forbidding.flatMap((clause) =>
      forbiddenBy(clause).map((key) => asOneWhoMayNot(clause, key)),
    ),
    ...callerClauses
      .filter(({ may, isWritten }) => may !== undefined && !isWritten)
      .map(asThoseWhoMay),
  ];
}
