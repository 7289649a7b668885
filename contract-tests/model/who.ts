import { isResearcher, ownsFeed } from '../target/statements.ts';
import type { Target } from '../target/target.ts';

/** Whoever called, as far as it is known. */
export interface ModelCaller {
  /** A key of the target file, `anonymousCaller`, or a name given to a token that the file does not have. */
  readonly key: string;
  /**
   * none: no token was sent. unheld: one that nobody holds. held: one of the target file. other: one that
   * may be anybody's.
   */
  readonly token: 'none' | 'unheld' | 'held' | 'other';
  /** How many lookups the target file says are left at the beginning. */
  readonly remaining?: number;
  /** By the target file; undefined is what it does not say. */
  readonly isResearcher?: boolean | undefined;
  readonly owns?: (service: string) => boolean | undefined;
}

const never = (): false => false;

export const anonymousCaller: ModelCaller = {
  key: 'nobody',
  token: 'none',
  isResearcher: false,
  owns: never,
};

/** Somebody with a token that nobody holds, such as a forged one. */
export const withUnheldToken = (key: string): ModelCaller => ({
  key,
  token: 'unheld',
  isResearcher: false,
  owns: never,
});

/** Somebody with a token of the target file. */
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

/** Somebody with a token that the target file does not have. */
export const unlistedCaller = (key: string): ModelCaller => ({ key, token: 'other' });

/** A recording leaves tokens out. */
export const unidentifiedCaller: ModelCaller = unlistedCaller('somebody');

/** Whether two callers are known to be told apart. */
export const isIdentified = ({ key }: Pick<ModelCaller, 'key'>): boolean =>
  key !== 'nobody' && key !== 'somebody';

/** 4.3: the creator, or the owner of the feed; undefined where that is not known. */
export const isAllowedToDelete = (
  who: ModelCaller,
  { creator, service }: { readonly creator: string; readonly service: string },
): boolean | undefined => {
  if (who.key === creator && isIdentified(who)) return true;
  const owns = who.owns?.(service);
  if (owns !== false) return owns;
  // Two tokens may be of one person, unless the target file names both.
  return who.token === 'held' && !creator.startsWith('tokens.') ? undefined : false;
};

/** Who a caller of a run is, by its key: whoever is not named holds a token that nobody holds. */
export const callersKnown = (target: Target): ((key: string) => ModelCaller) => {
  const { limited, ...single } = target.tokens;
  const tokens = new Map(Object.entries(single).map(([role, token]) => [`tokens.${role}`, token]));
  for (const [nth, { token }] of limited.entries()) tokens.set(`tokens.limited[${nth}]`, token);
  const known = new Map<string, ModelCaller>([
    ['nobody', anonymousCaller],
    // A header with nothing in it carries no token.
    ['blank token', { ...anonymousCaller, key: 'blank token' }],
  ]);
  for (const [key, token] of tokens) if (token) known.set(key, withToken(target, key, token));
  return (key) => known.get(key) ?? withUnheldToken(key);
};
