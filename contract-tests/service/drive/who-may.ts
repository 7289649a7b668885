import {
  type CallerClause,
  callerClauses,
  callerClausesOf,
} from '../../../src/spec/clauses/caller-clauses.ts';
import type { ClauseId } from '../../../src/spec/clauses.generated.ts';
import {
  type OperationPlace,
  operationNamed,
  operationPlaces,
} from '../../../src/spec/operations.ts';
import { callerIn, callerName, type Role, roles } from '../../../src/spec/target-callers.ts';
import { callerInWords } from '../../../src/spec/who-may.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { isDeleted } from '../model/known/known-report.ts';
import { admissionTo, callersKnown } from '../model/known/who.ts';
import { firstHash } from '../target/target.ts';
import {
  type Act,
  alike,
  all,
  asIt,
  blank,
  by,
  creates,
  creator,
  deletes,
  fetches,
  first,
  forged,
  hasSeen,
  inEveryFeed,
  insists,
  isFirst,
  looks,
  looksGone,
  needs,
  nobody,
  pauses,
  play,
  researcher,
  type Stage,
  type Step,
  same,
  story,
  strangers,
  unknown,
  upper,
  type Who,
  when,
  without,
} from './acts.ts';
import type { Context } from './context.ts';
import type { Scenario } from './scenario.ts';

/** Any operation, about the report and its feed, or a file. */
function calls(operation: string, who: Who, sent = same): Act {
  const isLookup = operationNamed(operation).area === 'lookup';
  const hash: Act['hash'] = ({ context }) => firstHash(context.target.analyses[0]);
  return { does: operation, who, sent, ...(isLookup && { hash }) };
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
function whereStrange(operation: string, key: Role, ...steps: readonly Step[]): Step {
  return async (stage) => {
    const { callers, knownCallers, feeds } = stage.context;
    const caller = callers[key];
    const places = feeds.flatMap((service) =>
      knownCallers.researchers
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

/** Whoever may not is refused, however often and in whatever manner, and the report stays as it is. */
function asOneWhoMayNot({ id, operation }: CallerClause, key: Role): Scenario {
  const who: Who = ({ context }) => [context.callers[key]];
  return story(
    `${operation} as ${callerName(key)}`,
    [id],
    [
      whereStrange(
        operation,
        key,
        hasSeen(),
        // Of several reports of one file, too.
        when(isFirst, alike(creator, ['file256Hash'])),
        // Once more after a fetch: a server may mistake the last reader for the owner.
        insists(calls(operation, who), fetches(who)),
        looks(),
        // For comparison: how a token is refused that nobody holds.
        when(isFirst, calls(operation, unknown)),
        ...(operation === 'delete' ? [deletes(creator)] : []),
      ),
    ],
  );
}

/** So is whoever has no valid token, also with what was accepted of another caller. */
function withoutValidToken(operation: string, clause: string, who: Who, also: Who): Scenario {
  return story(
    `${operation}: ${clause}`,
    [`${operation}/${clause}` as ClauseId],
    [
      inEveryFeed(
        hasSeen(),
        insists(calls(operation, who), fetches(who)),
        calls(operation, who, asIt),
        when(isFirst, calls(operation, also)),
        looks(),
        ...(operation === 'delete' ? [deletes(creator)] : []),
      ),
    ],
  );
}

/** Those whom a clause forbids an operation: all that no other clause names, where it names none. */
function forbiddenBy({ callers, operation }: CallerClause): readonly Role[] {
  const named = callerClausesOf(operation).flatMap((one) => one.callers ?? []);
  return callers ?? roles.filter((key) => !named.includes(key));
}

/** Whoever may as the clause says is served, in every feed and whoever made the report, also one of several. */
function asThoseWhoMay({ id, operation, may = 'known', feed }: CallerClause): Scenario {
  const who: Who = ({ context: { knownCallers, target }, it: report }) =>
    knownCallers.known.filter(
      ({ key }) => admissionTo(operation, callersKnown(target)(key), report).as === may,
    );
  return story(
    `${operation} as ${callerInWords(may)}${feed === 'otherService' ? ' of the other feed' : ''}`,
    [id],
    [
      async (stage) => {
        const { feeds, knownCallers, target } = stage.context;
        const services = feed ? feeds.filter((one) => one === target[feed]) : feeds;
        let called = 0;
        for (const service of services)
          for (const one of knownCallers.researchers) {
            const place = stage.with({ service, creator: one, isFirst: called === 0 });
            await play(place, [hasSeen(), when(isFirst, alike(creator, ['file256Hash']))]);
            for (const caller of who(place)) {
              called += 1;
              await play(place, [
                when(isGone, hasSeen()),
                calls(operation, by(caller)),
                when(isGone, looksGone()),
                // The refusals of other callers show whether this one's token is mistyped.
                when((at) => !isGone(at), looks(), calls(operation, all(unknown, strangers))),
              ]);
            }
          }
        if (called === 0) throw new NotTestable(keyOf(may, feed));
      },
    ],
  );
}

function isGone({ it: report }: Stage): boolean {
  return isDeleted(report);
}

/** The key of the first token whose holder is such. */
function keyOf(may: string, feed?: string): string {
  const fitting = roles.find((key) => {
    const { role, owns } = callerIn(key);
    return may === 'owner' ? owns !== undefined && owns === (feed ?? owns) : role === may;
  });
  return fitting ? `tokens.${fitting}` : 'callers';
}

/** 4.3: neither being a researcher, nor owning a feed, nor time gives permission for reports of others. */
const strangeDeletions = [
  /** Nor reporting the same file first, nor, where duplicates are accepted, the same report again. */
  story(
    'delete what one has reported, too',
    ['delete/researchers-are-equal'],
    [
      whereStrange(
        'delete',
        'researcher',
        creates(researcher, same),
        creates(
          creator,
          (usual, { same: { file256Hash, referenceLink } }) => ({
            ...usual,
            file256Hash,
            referenceLink,
          }),
          { keeps: 'it', looks: 'it' },
        ),
        without('it', hasSeen()),
        creates(researcher, ({ c2Address }, { it: { sent } }) => ({
          ...(sent as object),
          c2Address,
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

/** Those of lookups are about the files that were found. */
function tokenScenarios({ name, area, needsToken }: OperationPlace): Scenario[] {
  if (!needsToken || area === 'lookup') return [];
  return [
    withoutValidToken(name, 'token-required', nobody, blank),
    withoutValidToken(name, 'token-must-be-known', unknown, forged),
  ];
}

/** By the clauses about the callers of every operation. Who may not create has a story of its own. */
export function whoMayScenarios(): readonly Scenario[] {
  const forbidding = callerClauses.filter(
    ({ may, operation }) => may === undefined && operation !== 'create',
  );
  return [
    ...strangeDeletions,
    ...operationPlaces.flatMap(tokenScenarios),
    ...forbidding.flatMap((clause) =>
      forbiddenBy(clause).map((key) => asOneWhoMayNot(clause, key)),
    ),
    ...callerClauses
      .filter(({ may, isWritten }) => may !== undefined && (may === 'owner' || !isWritten))
      .map(asThoseWhoMay),
  ];
}
