import { type Mistake, mistakeAt, type Source } from '../../../src/document/document.ts';
import { callerIn, hasRoleByKey, type Role } from '../../../src/spec/target-callers.ts';
import { type CallerRole, callerRoles } from '../../../src/spec/who-may.ts';
import { isObject } from '../../../src/values/objects.ts';
import { roles, type Statement, type Target } from './target.ts';

/** The feed that the key of a token alone says is owned. */
function feedOf(role: Role, target: Pick<Target, 'service' | 'otherService'> | Tree): unknown {
  const { owns } = callerIn(role);
  return owns && target[owns];
}

/** Whether the key of a token tells that its holder owns a feed. */
function ownsByKey(target: Target, role: Role, service: string): boolean {
  return feedOf(role, target) === service;
}

/** Absent without a statement; empty for `none`. */
export function statedFeeds({ owns }: Statement): readonly string[] | undefined {
  return owns === undefined ? undefined : [owns].flat().filter((feed) => feed !== 'none');
}

/** The roles of a token's holder in this target. */
export function rolesOf({ tokens }: Target, authorization: string | undefined): Role[] {
  return authorization === undefined ? [] : roles.filter((role) => tokens[role] === authorization);
}

/** Whether the holder of a token has a role (5); undefined where the target file does not say. */
export function hasRole(
  target: Target,
  authorization: string,
  role: CallerRole,
): boolean | undefined {
  const said = rolesOf(target, authorization).map(
    (key) => hasRoleByKey(key, role) ?? target.callers[key]?.[role],
  );
  return said.find((one) => one !== undefined);
}

/**
 * Whether the holder of a token owns a feed. A caller with a role in the feed who is not named as owner
 * does not; but the owner of the second feed has to be named, since it may be any caller.
 */
export function ownsFeed(
  target: Target,
  authorization: string,
  service: string,
): boolean | undefined {
  const played = rolesOf(target, authorization);
  if (played.some((role) => ownsByKey(target, role, service))) return true;
  const stated = played
    .map((role) => statedFeeds(target.callers[role] ?? {}))
    .filter((feeds) => feeds !== undefined);
  if (stated.length > 0) return stated.some((feeds) => feeds.includes(service));
  if (!played.some((role) => callerIn(role).area === 'feed')) return undefined;
  const isFirst = service === target.service && !played.includes('service');
  const isNamed = service === target.otherService && target.tokens.otherServiceOwner !== undefined;
  return isFirst || isNamed ? false : undefined;
}

export type Tree = { readonly [key: string]: unknown };

/** Statements that contradict the key of the token. */
export function contradictions(target: Tree, source?: Source): Mistake[] {
  const callers = isObject(target.callers) ? target.callers : {};
  return roles.flatMap((role) => {
    const statement = callers[role];
    if (!isObject(statement)) return [];
    const feed = feedOf(role, target);
    const owns = statedFeeds(statement as Statement);
    const disowned = typeof feed === 'string' && owns !== undefined && !owns.includes(feed);
    const say = (key: string, seen: string, expected: string): Mistake =>
      mistakeAt(
        ['callers', role, key],
        `callers.${role}.${key} is ${seen}; expected ${expected}`,
        source,
      );
    const wrongRoles = callerRoles.flatMap((stated) => {
      const must = hasRoleByKey(role, stated);
      const isWrong = must !== undefined && statement[stated] === !must;
      return isWrong
        ? [say(stated, String(!must), `${must}, as tokens.${role} means, or nothing`)]
        : [];
    });
    return [
      ...wrongRoles,
      ...(disowned
        ? [say('owns', JSON.stringify(statement.owns), `${feed}, as tokens.${role} means`)]
        : []),
    ];
  });
}
