/** Whoever called, as far as it is known. */
export interface Who {
  /** A key of the target file, `nobody`, or a name given to a token that the file does not have. */
  readonly key: string;
  /**
   * none: no token was sent. unheld: one that nobody holds. held: one of the target file. other: one that
   * may be anybody's.
   */
  readonly token: 'none' | 'unheld' | 'held' | 'other';
  /** How many lookups the target file says are left at the beginning. */
  readonly remaining?: number;
  /** By the target file; undefined is what it does not say. */
  readonly isResearcher: boolean | undefined;
  readonly owns: (service: string) => boolean | undefined;
}

const never = (): false => false;

export const nobody: Who = { key: 'nobody', token: 'none', isResearcher: false, owns: never };

export const strangerWith = (key: string): Who => ({
  key,
  token: 'unheld',
  isResearcher: false,
  owns: never,
});

/** A recording leaves tokens out. */
export const somebody: Who = {
  key: 'somebody',
  token: 'other',
  isResearcher: undefined,
  owns: () => undefined,
};

/** 4.3: the creator, or the owner of the feed; undefined where that is not known. */
export const mayDelete = (
  who: Who,
  { creator, service }: { readonly creator: string; readonly service: string },
): boolean | undefined => {
  if (who.key === creator && who.token !== 'none') return true;
  // A token that the file does not name may be another of the creator.
  if (who.token === 'other') return undefined;
  return who.owns(service);
};
