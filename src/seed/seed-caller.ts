import type { Caller } from '../domain/caller.ts';

/** A caller as in a seed file. */
export type SeedCaller = Omit<Caller, 'roles' | 'mintedAt' | 'expiresAt'> &
  Partial<Pick<Caller, 'roles'>> & {
    readonly note?: string;
  };

export const storedCaller = ({ note: _, ...caller }: SeedCaller): Caller => ({
  ...caller,
  roles: caller.roles ?? [],
});
