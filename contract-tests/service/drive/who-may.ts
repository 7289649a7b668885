import { type CallerClause, callerClauses } from '../../../src/spec/clauses/caller-clauses.ts';
import { operationNamed } from '../../../src/spec/operations.ts';
import { callerIn, roles } from '../../../src/spec/target-callers.ts';
import { callerInWords } from '../../../src/spec/who-may.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { isDeleted } from '../model/known/known-report.ts';
import { admissionTo, callersKnown } from '../model/known/who.ts';
import { firstHash } from '../target/target.ts';
import {
  type Act,
  by,
  fetches,
  hasSeen,
  insists,
  looks,
  looksGone,
  play,
  type Step,
  story,
  unknown,
  type Who,
} from './acts.ts';
import type { Scenario } from './scenario.ts';

/** About a report of each researcher in each feed, if there is anybody of these. */
function aboutEveryReport(who: Who, why: string, steps: readonly Step[]): Step {
  return async (stage) => {
    const { feeds, knownCallers } = stage.context;
    let met = 0;
    for (const service of feeds)
      for (const creator of knownCallers.researchers) {
        const place = stage.with({ service, creator, isFirst: met === 0 });
        await play(place, [hasSeen()]);
        met += who(place).length;
        await play(place, steps);
      }
    if (met === 0) throw new NotTestable(why);
  };
}

/** Any operation, about the report and its feed, or a file. */
function calls(operation: string, who: Who): Act {
  return {
    does: operation,
    who,
    ...(operationNamed(operation).area === 'lookup' && {
      hash: ({ context }) => firstHash(context.target.analyses[0]),
    }),
  };
}

/** The key of the first token whose holder is such as a clause lets. */
function keyFor({ may }: CallerClause): string {
  const fitting = roles.find((key) => {
    const { role, owns } = callerIn(key);
    return may === 'owner' ? owns !== undefined : role === may;
  });
  return fitting ? `tokens.${fitting}` : 'callers';
}

/** Whoever may as the clause says is served, in every feed and whoever made the report. */
function asThoseWhoMay(clause: CallerClause, may: NonNullable<CallerClause['may']>): Scenario {
  const { id, operation } = clause;
  const who: Who = ({ context: { knownCallers, target }, it }) =>
    knownCallers.known.filter(
      ({ key }) => admissionTo(operation, callersKnown(target)(key), it).as === may,
    );
  return story(
    `${operation} as ${callerInWords(may)}`,
    [id],
    [
      aboutEveryReport(who, keyFor(clause), [
        async (stage) => {
          for (const caller of who(stage)) {
            if (isDeleted(stage.it)) await play(stage, [hasSeen()]);
            await play(stage, [calls(operation, by(caller))]);
            await play(stage, [isDeleted(stage.it) ? looksGone() : looks()]);
          }
        },
      ]),
    ],
  );
}

/** Whoever may not is refused, however often and in whatever manner, and the report stays as it is. */
function asThoseWhoMayNot({ id, operation }: CallerClause): Scenario {
  const who: Who = ({ context: { knownCallers }, it }) =>
    knownCallers.known.filter((one) => knownCallers.may(operation, one, it) === false);
  const why = 'nobody in the target file is known not to be one of those who may';
  return story(
    `${operation} as others`,
    [id],
    [
      aboutEveryReport(who, why, [
        insists(calls(operation, who)),
        looks(),
        // For comparison: how a token is refused, here and in a fetch, that nobody holds.
        calls(operation, unknown),
        fetches(unknown),
      ]),
    ],
  );
}

/** Of the clauses that are said by `x-callers` alone. */
export function whoMayScenarios(): readonly Scenario[] {
  return callerClauses
    .filter(({ isWritten }) => !isWritten)
    .map((clause) =>
      clause.may === undefined ? asThoseWhoMayNot(clause) : asThoseWhoMay(clause, clause.may),
    );
}
