import type { Who } from '../../../judging/caller.ts';
import { isResearcher, ownsFeed } from '../../target/statements.ts';
import type { Target } from '../../target/target.ts';

/** The caller of a request, as far as it is known. */
export interface ModelCaller extends Who {
  /**
   * none: no token. unheld: a token nobody holds. held: a token of the target file. other: any other token,
   * which may be valid.
   */
  readonly token: 'none' | 'unheld' | 'held' | 'other';
  /** The initial number of lookups, from the target file. */
  readonly remaining?: number;
  /** From the target file; undefined if it does not say. */
  readonly isResearcher?: boolean | undefined;
  readonly owns?: (service: string) => boolean | undefined;
}

const never = (): false => false;

const anonymousCaller: ModelCaller = {
  key: 'nobody',
  token: 'none',
  isResearcher: false,
  owns: never,
};

/** A caller with a token nobody holds, such as a forged one. */
const withUnheldToken = (key: string): ModelCaller => ({
  key,
  token: 'unheld',
  isResearcher: false,
  owns: never,
});

/** A caller with a token of the target file. */
export const withToken = (target: Target, key: string, authorization: string): ModelCaller => {
  const nth = /^tokens\.limited\[(\d+)\]$/.exec(key)?.[1];
  const limited = nth === undefined ? undefined : target.tokens.limited[Number(nth)];
  return {
    key,
    token: 'held',
    ...(limited && { remaining: limited.remaining }),
    isResearcher: isResearcher(target, authorization),
    owns: (service) => ownsFeed(target, authorization, service),
  };
};

/** A caller with a token that is not in the target file. */
export const unlistedCaller = (key: string): ModelCaller => ({ key, token: 'other' });

/** Whether the key identifies a single caller. */
export const isIdentified = ({ key }: Pick<ModelCaller, 'key'>): boolean =>
  key !== 'nobody' && key !== 'somebody';

/** 4.3: the creator or the owner of the feed; undefined if unknown. */
export const isAllowedToDelete = (
  who: ModelCaller,
  { creator, service }: { readonly creator: string; readonly service: string },
): boolean | undefined => {
  if (who.key === creator && isIdentified(who)) return true;
  const owns = who.owns?.(service);
  if (owns !== false) return owns;
  // Two tokens may belong to one person, unless the target file has both.
  return who.token === 'held' && !creator.startsWith('tokens.') ? undefined : false;
};

/** Finds a caller of a run by its key; all other keys are tokens nobody holds. */
export const callersKnown = (target: Target): ((key: string) => ModelCaller) => {
  const { limited, ...single } = target.tokens;
  const tokens = new Map(Object.entries(single).map(([role, token]) => [`tokens.${role}`, token]));
  for (const [nth, { token }] of limited.entries()) tokens.set(`tokens.limited[${nth}]`, token);
  const known = new Map<string, ModelCaller>([
    ['nobody', anonymousCaller],
    // An empty header carries no token.
    ['blank token', { ...anonymousCaller, key: 'blank token' }],
  ]);
  for (const [key, token] of tokens) if (token) known.set(key, withToken(target, key, token));
  return (key) => known.get(key) ?? withUnheldToken(key);
};
