import { callerClauses } from '../../../src/spec/clauses/caller-clauses.ts';
import { callerIn, type Role, roles } from '../../../src/spec/target-callers.ts';
import { type CallerName, callerRoles, whoMay } from '../../../src/spec/who-may.ts';
import type { Caller } from '../../judging/caller.ts';
import { admissionTo, type CallSubject, callersKnown } from '../model/known/who.ts';
import { hasRole, rolesOf, statedFeeds } from '../target/statements.ts';
import type { Target } from '../target/target.ts';
import type { Callers } from './callers.ts';

/** What the target file says about callers: undefined where it says nothing. */
export interface KnownCallers {
  owns(caller: Caller, service: string): boolean | undefined;
  /** By `x-callers`: whether a caller may call an operation. */
  may(operation: string, caller: Caller, subject?: CallSubject): boolean | undefined;
  /** Those who certainly may not delete a report. */
  strangersTo(report: CallSubject): readonly Caller[];
  /** Callers who may create reports (4.1), without duplicates. */
  readonly researchers: readonly Caller[];
  /** Known callers who may not. */
  readonly nonResearchers: readonly Caller[];
  /** All callers with a token for the feed, and the analyst where its role is stated. */
  readonly known: readonly Caller[];
  /** What a further statement in the target file would enable. */
  readonly unlocks: readonly string[];
}

export function knownCallersOf(target: Target, callers: Callers): KnownCallers {
  const who = callersKnown(target);
  const owns = (caller: Caller, service: string): boolean | undefined =>
    who(caller.key).owns?.(service);
  const analyst = lonelyAnalyst(target);
  const isStated = target.callers.analyst !== undefined;
  const known = [...callers.named, ...(analyst && isStated ? [analyst] : [])];
  const may: KnownCallers['may'] = (operation, caller, subject = {}) =>
    admissionTo(operation, who(caller.key), subject).may;
  return {
    owns,
    may,
    strangersTo: (report) => known.filter((caller) => may('delete', caller, report) === false),
    researchers: known.filter((caller) => may('create', caller) === true),
    nonResearchers: known.filter((caller) => may('create', caller) === false),
    known,
    unlocks: unlocksOf(target, analyst),
  };
}

/** The analyst, where it has no role in the feed. */
function lonelyAnalyst(target: Target): Caller | undefined {
  const { analyst } = target.tokens;
  const isAlone = analyst !== undefined && rolesOf(target, analyst).length === 1;
  return isAlone ? { key: 'tokens.analyst', authorization: analyst } : undefined;
}

/** The clauses that forbid an operation to a caller who is not such: one that names its key, or else the general one. */
function clausesWithout(name: CallerName, key: Role): readonly string[] {
  const forbidding = callerClauses.filter(
    ({ operation, may }) => may === undefined && whoMay(operation).any.includes(name),
  );
  const byKey = forbidding.filter(({ callers }) => callers?.includes(key));
  const general = forbidding.filter(
    ({ operation, callers }) =>
      callers === undefined && byKey.every((one) => one.operation !== operation),
  );
  return [...byKey, ...general].map(({ id }) => id);
}

function unlocksOf(target: Target, analyst: Caller | undefined): string[] {
  const { tokens, callers } = target;
  if (!target.areas.includes('feed')) return [];
  const owners = roles.filter((role) => callerIn(role).owns && tokens[role]);
  const unsure: Role[] = [...owners, ...(analyst ? (['analyst'] as const) : [])];
  const byRole = callerRoles.flatMap((role) =>
    unsure
      .filter((key) => hasRole(target, tokens[key] ?? '', role) === undefined)
      .flatMap((key) =>
        clausesWithout(role, key).map(
          (id) => `callers.${key}.${role}: false would let ${id} be tried for tokens.${key}`,
        ),
      ),
  );
  const byFeed =
    analyst && !statedFeeds(callers.analyst ?? {})
      ? clausesWithout('owner', 'analyst').map(
          (id) => `callers.analyst.owns: none would let ${id} be tried for tokens.analyst`,
        )
      : [];
  return [...byRole, ...byFeed];
}
