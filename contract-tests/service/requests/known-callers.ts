import { callerIn, type Role, roles } from '../../../src/spec/target-callers.ts';
import type { Caller } from '../../judging/caller.ts';
import { isResearcher, ownsFeed, rolesOf, statedFeeds } from '../target/statements.ts';
import type { Target } from '../target/target.ts';
import type { Callers } from './callers.ts';

interface OwnedReport {
  readonly creator: string;
  readonly service: string;
}

/** What the target file says about callers: undefined where it says nothing. */
export interface KnownCallers {
  isResearcher(caller: Caller): boolean | undefined;
  owns(caller: Caller, service: string): boolean | undefined;
  /** 4.3: whether a caller created a report or owns its feed. */
  mayDelete(caller: Caller, report: OwnedReport): boolean | undefined;
  /** Those who certainly may not. */
  strangersTo(report: OwnedReport): readonly Caller[];
  /** Callers who may create reports (4.1), without duplicates. */
  readonly researchers: readonly Caller[];
  /** Known non-researchers. */
  readonly nonResearchers: readonly Caller[];
  /** All callers with a token for the feed, and the analyst where its role is stated. */
  readonly known: readonly Caller[];
  /** What a further statement in the target file would enable. */
  readonly unlocks: readonly string[];
}

export const knownCallersOf = (target: Target, callers: Callers): KnownCallers => {
  const hasToken = ({ key }: Caller): boolean => key.startsWith('tokens.');
  const researcher = (caller: Caller): boolean | undefined =>
    hasToken(caller) ? isResearcher(target, caller.authorization ?? '') : false;
  const owns = (caller: Caller, service: string): boolean | undefined =>
    hasToken(caller) ? ownsFeed(target, caller.authorization ?? '', service) : false;
  const analyst = lonelyAnalyst(target);
  const isStated = target.callers.analyst !== undefined;
  const known = [...callers.named, ...(analyst && isStated ? [analyst] : [])];
  // Without a statement, the analyst may be another token of the creator: `owns` is undefined then.
  const mayDelete: KnownCallers['mayDelete'] = (caller, { creator, service }) =>
    caller.key === creator ? true : owns(caller, service);
  return {
    isResearcher: researcher,
    owns,
    mayDelete,
    strangersTo: (report) => known.filter((caller) => mayDelete(caller, report) === false),
    researchers: known.filter((caller) => researcher(caller) === true),
    nonResearchers: known.filter((caller) => researcher(caller) === false),
    known,
    unlocks: unlocksOf(target, analyst),
  };
};

/** The analyst, where it has no role in the feed. */
const lonelyAnalyst = (target: Target): Caller | undefined => {
  const { analyst } = target.tokens;
  const isAlone = analyst !== undefined && rolesOf(target, analyst).length === 1;
  return isAlone ? { key: 'tokens.analyst', authorization: analyst } : undefined;
};

const unlocksOf = (target: Target, analyst: Caller | undefined): string[] => {
  const { tokens, callers } = target;
  if (!target.areas.includes('feed')) return [];
  const owners = roles.filter((role) => callerIn(role).owns && tokens[role]);
  const unsure: Role[] = [...owners, ...(analyst ? (['analyst'] as const) : [])];
  const creating = unsure
    .filter((role) => isResearcher(target, tokens[role] ?? '') === undefined)
    .map(
      (role) =>
        `callers.${role}.researcher: false would let create/researchers-only be tried for tokens.${role}`,
    );
  const deleting =
    analyst && !statedFeeds(callers.analyst ?? {})
      ? ['callers.analyst.owns: none would let delete/reader-may-not be tried for tokens.analyst']
      : [];
  return [...creating, ...deleting];
};
