import { type CallerClause, callerClauses } from '../../../src/spec/clauses/caller-clauses.ts';
import { callerIn, roles } from '../../../src/spec/target-callers.ts';
import { callerInWords } from '../../../src/spec/who-may.ts';
import type { Caller } from '../../judging/caller.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { isDeleted, type KnownReport } from '../model/known/known-report.ts';
import { admissionTo, callersKnown } from '../model/known/who.ts';
import { firstHash } from '../target/target.ts';
import type { Context } from './context.ts';
import { attempts, mannerOf, type Scenario, scenario } from './scenario.ts';

/** A report of each researcher in each feed. */
async function* everyReport({ api, feeds, knownCallers }: Context): AsyncGenerator<KnownReport> {
  for (const service of feeds)
    for (const creator of knownCallers.researchers)
      yield await api.createdAndSeen(creator, {}, service);
}

/** Another report of the same researcher in the same feed. */
function anotherLike(
  { api, knownCallers }: Context,
  { creator, service }: KnownReport,
): Promise<KnownReport> {
  const again = knownCallers.researchers.find(({ key }) => key === creator);
  if (!again) throw new Error(`${creator} has created a report and is no researcher`);
  return api.createdAndSeen(again, {}, service);
}

/** What a call is about: the report, its feed, and a file. */
function aboutReport({ target }: Context, { service, id }: KnownReport) {
  return {
    service,
    report: id,
    hash: firstHash(target.analyses[0]),
  };
}

/** The keys of tokens whose holders are such as a clause lets. */
function keysFor({ may }: CallerClause): readonly string[] {
  const fitting = roles.filter((key) => {
    const { role, owns } = callerIn(key);
    return may === 'owner' ? owns !== undefined : role === may;
  });
  return fitting.map((key) => `tokens.${key}`);
}

/** Whoever may as the clause says is served, in every feed and whoever made the report. */
function asThoseWhoMay(clause: CallerClause, may: NonNullable<CallerClause['may']>): Scenario {
  const { id, operation } = clause;
  return scenario(`${operation} as ${callerInWords(may)}`, [id], async (context) => {
    const { api, knownCallers, target } = context;
    const who = callersKnown(target);
    let calls = 0;
    for await (const first of everyReport(context)) {
      const isSuch = ({ key }: Caller) => admissionTo(operation, who(key), first).as === may;
      let stored = first;
      for (const caller of knownCallers.known.filter(isSuch)) {
        calls += 1;
        if (isDeleted(stored)) stored = await anotherLike(context, stored);
        await api.send({ operation, caller, about: aboutReport(context, stored) });
        await (isDeleted(stored) ? api.fetchDeleted(stored) : api.fetchKnown(stored));
      }
    }
    if (calls === 0) throw new NotTestable(keysFor(clause)[0] ?? 'callers');
  });
}

/** Whoever may not is refused, however often and in whatever manner, and the report stays as it is. */
function asThoseWhoMayNot({ id, operation }: CallerClause): Scenario {
  return scenario(`${operation} as others`, [id], async (context) => {
    const { api, callers, knownCallers } = context;
    const strange = (stored: KnownReport): readonly Caller[] =>
      knownCallers.known.filter((one) => knownCallers.may(operation, one, stored) === false);
    let calls = 0;
    for await (const stored of everyReport(context)) {
      const about = aboutReport(context, stored);
      for (const caller of strange(stored)) {
        for (const time of attempts(calls === 0)) {
          calls += 1;
          await api.send({ operation, caller, about, ...mannerOf(time) });
        }
        await api.fetchKnown(stored);
      }
      // For comparison: how a token is refused, here and in a fetch, that nobody holds.
      await api.send({ operation, caller: callers.unknown, about });
      await api.fetch(callers.unknown, stored.id, stored.service);
    }
    if (calls === 0)
      throw new NotTestable(`nobody in the target file is known not to be one of those who may`);
  });
}

/** Of the clauses that are said by `x-callers` alone. */
export function whoMayScenarios(): readonly Scenario[] {
  return callerClauses
    .filter(({ isWritten }) => !isWritten)
    .map((clause) =>
      clause.may === undefined ? asThoseWhoMayNot(clause) : asThoseWhoMay(clause, clause.may),
    );
}
