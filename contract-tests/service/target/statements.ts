import { type Mistake, mistakeAt, type Source } from '../../../src/spec/document/document.ts';
import { type Role, roles, type Statement, type Target } from './target.ts';

/** Researchers by the key of their token alone. */
const researcherByRole: { readonly [role in Role]?: boolean } = {
  researcher: true,
  otherResearcher: true,
  reader: false,
};

/** The feed owned by the key of a token alone. */
const ownedByRole = { service: 'service', otherServiceOwner: 'otherService' } as const;

const isOwner = (role: Role): role is keyof typeof ownedByRole => role in ownedByRole;

/** Absent without a statement; empty for `none`. */
export const statedFeeds = ({ owns }: Statement): readonly string[] | undefined =>
  owns === undefined ? undefined : [owns].flat().filter((feed) => feed !== 'none');

/** The roles of a token's holder in this target. */
export const rolesOf = ({ tokens }: Target, authorization: string | undefined): Role[] =>
  authorization === undefined ? [] : roles.filter((role) => tokens[role] === authorization);

/** Whether the holder of a token is a researcher; undefined where the target file does not say. */
export const isResearcher = (target: Target, authorization: string): boolean | undefined => {
  const said = rolesOf(target, authorization).map(
    (role) => researcherByRole[role] ?? target.callers[role]?.researcher,
  );
  return said.find((one) => one !== undefined);
};

/**
 * Whether the holder of a token owns a feed. A caller with a role in the feed who is not named as owner
 * does not; but the owner of the second feed has to be named, since it may be any caller.
 */
export const ownsFeed = (
  target: Target,
  authorization: string,
  service: string,
): boolean | undefined => {
  const played = rolesOf(target, authorization);
  if (played.some((role) => isOwner(role) && target[ownedByRole[role]] === service)) return true;
  const stated = played
    .map((role) => statedFeeds(target.callers[role] ?? {}))
    .filter((feeds) => feeds !== undefined);
  if (stated.length > 0) return stated.some((feeds) => feeds.includes(service));
  if (!played.some((role) => role !== 'analyst')) return undefined;
  const isFirst = service === target.service && !played.includes('service');
  const isNamed = service === target.otherService && target.tokens.otherServiceOwner !== undefined;
  return isFirst || isNamed ? false : undefined;
};

export type Tree = { readonly [key: string]: unknown };

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Statements that contradict the key of the token. */
export const contradictions = (target: Tree, source?: Source): Mistake[] => {
  const callers = isTree(target.callers) ? target.callers : {};
  return roles.flatMap((role) => {
    const statement = callers[role];
    if (!isTree(statement)) return [];
    const must = researcherByRole[role];
    const wrong =
      must !== undefined && typeof statement.researcher === 'boolean'
        ? statement.researcher !== must
        : false;
    const feed = isOwner(role) ? target[ownedByRole[role]] : undefined;
    const owns = statedFeeds(statement as Statement);
    const disowned = typeof feed === 'string' && owns !== undefined && !owns.includes(feed);
    const say = (key: string, seen: string, expected: string): Mistake =>
      mistakeAt(
        ['callers', role, key],
        `callers.${role}.${key} is ${seen}; expected ${expected}`,
        source,
      );
    return [
      ...(wrong
        ? [say('researcher', String(!must), `${must}, as tokens.${role} means, or nothing`)]
        : []),
      ...(disowned
        ? [say('owns', JSON.stringify(statement.owns), `${feed}, as tokens.${role} means`)]
        : []),
    ];
  });
};
