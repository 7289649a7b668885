import { type CallerClause, callerClauses } from '../../../src/spec/clauses/caller-clauses.ts';
import { kebab } from '../../../src/spec/statements.ts';
import { type Role, roles } from '../../../src/spec/target-callers.ts';
import { type CallerName, isForEverybody } from '../../../src/spec/who-may.ts';
import { settingOf } from '../../service/drive/context.ts';
import { type Mutant, onReply, overrideRules } from '../mutant.ts';
import { seededTarget } from '../seeded-target.ts';
import {
  type Caller,
  type CallSubject,
  isAmong,
  type OperationName,
  type WorldApi,
} from '../server.ts';

/** Whether a caller may do something with a report or a feed. */
export type Right = (caller: Caller, subject: CallSubject, served: WorldApi) => boolean;

const nothing: CallSubject = { service: '' };

/** Lets some callers call an operation who may not. */
export function lets(operation: OperationName, isLet: Right) {
  return overrideRules((honest, served) => ({
    may: (of, caller, subject = nothing) =>
      honest.may(of, caller, subject) ||
      (of === operation && caller !== undefined && isLet(caller, subject, served)),
  }));
}

/** Does not let some callers call an operation who may. */
export function denies(operation: OperationName, isKept: Right) {
  return overrideRules((honest, served) => ({
    may: (of, caller, subject = nothing) =>
      honest.may(of, caller, subject) &&
      !(of === operation && caller !== undefined && isKept(caller, subject, served)),
  }));
}

const target = seededTarget();
const { knownCallers } = settingOf(target);
const feeds = [target.service, target.otherService];

/** The keys of callers who may not call an operation about some report. */
function keysThatMayNot(operation: string): readonly Role[] {
  return roles.filter((key) => {
    const caller = knownCallers.known.find((one) => one.key === `tokens.${key}`);
    return (
      caller !== undefined &&
      feeds.some((service) =>
        knownCallers.researchers.some(
          (creator) =>
            knownCallers.may(operation, caller, { service, creator: creator.key }) === false,
        ),
      )
    );
  });
}

/** The token of the first caller who may call an operation, about a report of the first researcher. */
export function tokenOf(operation: string): string {
  const subject = { service: target.service, creator: 'tokens.researcher' };
  const caller = knownCallers.known.find((one) => knownCallers.may(operation, one, subject));
  return (caller ?? knownCallers.known[0])?.authorization ?? '';
}

/** Everybody may, and each of those alone who may not. */
function lettingMutants(clause: CallerClause): Mutant[] {
  const operation = clause.operation as OperationName;
  const named = callerClauses.flatMap((one) =>
    one.operation === operation ? (one.callers ?? []) : [],
  );
  const others = keysThatMayNot(operation).filter((key) => !named.includes(key));
  const byKey = (clause.callers ?? others).map((key) => ({
    name: `${operation}-by-${kebab(key)}`,
    breaks: clause.id,
    mutation: lets(operation, ({ token }) => token === target.tokens[key]),
  }));
  if (clause.callers) return byKey;
  const byEverybody = {
    name: `${operation}-by-everybody`,
    breaks: clause.id,
    mutation: lets(operation, () => true),
  };
  return [byEverybody, ...byKey];
}

/** Whoever may as one of `x-callers` may not, in this feed or in all. */
function denyingMutant(clause: CallerClause, may: CallerName): Mutant {
  const operation = clause.operation as OperationName;
  const feed = clause.feed && target[clause.feed];
  const where = clause.feed ? `-in-${kebab(clause.feed)}` : '';
  const who = { any: [may], except: [] };
  // An operation that everybody may call need not ask who may.
  if (isForEverybody(who))
    return {
      name: `${operation}-not-by-${kebab(may)}`,
      breaks: clause.id,
      mutation: onReply(operation, (_, served) =>
        served.replies.refused(operation, { kind: 'unknown-token' }),
      ),
    };
  return {
    name: `${operation}-not-by-${kebab(may)}${where}`,
    breaks: clause.id,
    mutation: denies(
      operation,
      (caller, subject) =>
        (feed === undefined || subject.service === feed) && isAmong(who, caller, subject),
    ),
  };
}

/** By the clauses about callers of every operation. */
export const whoMayMutants: readonly Mutant[] = callerClauses.flatMap((clause) =>
  clause.may === undefined ? lettingMutants(clause) : [denyingMutant(clause, clause.may)],
);
