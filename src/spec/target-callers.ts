import type { CallerRole } from './who-may.ts';

/** A caller of a target file, by the key of its token. */
export interface TargetCaller {
  /** The role that the key tells; absent where it tells nothing. */
  readonly role?: CallerRole | 'none';
  /** The key of the feed that it owns. */
  readonly owns?: 'service' | 'otherService';
  /** The area it is for, which may not be judged without it. */
  readonly area: 'feed' | 'lookup';
  readonly isNeeded?: true;
  readonly says: string;
  /** What a run could test with it. */
  readonly unlocks?: string;
}

/** The keys of single tokens in a target file. */
export type Role =
  | 'researcher'
  | 'otherResearcher'
  | 'service'
  | 'otherServiceOwner'
  | 'reader'
  | 'analyst';

/** What the key of a token tells about its holder. A token with several keys is named by the first. */
const targetCallers: { readonly [role in Role]: TargetCaller } = {
  researcher: {
    role: 'researcher',
    area: 'feed',
    isNeeded: true,
    says: 'may create reports',
  },
  otherResearcher: {
    role: 'researcher',
    area: 'feed',
    says: 'another researcher',
    unlocks: 'another researcher: to test that only the creator can delete a report',
  },
  service: {
    owns: 'service',
    area: 'feed',
    says: 'the owner of the feed',
    unlocks: 'the owner of the feed: that it may delete any report in it',
  },
  otherServiceOwner: {
    owns: 'otherService',
    area: 'feed',
    says: 'the owner of the second feed',
    unlocks: 'the owner of the second feed: that it may not delete in the first',
  },
  reader: {
    role: 'none',
    area: 'feed',
    says: 'no researcher',
    unlocks: 'a known caller who is not a researcher: to test that only researchers create',
  },
  analyst: {
    area: 'lookup',
    isNeeded: true,
    says: 'may use the lookup, with requests to spare',
  },
};

export const roles = Object.keys(targetCallers) as readonly Role[];

export function callerIn(role: Role): TargetCaller {
  return targetCallers[role];
}

/** Those of the feed, and those of the lookup alone. */
export function rolesIn(area: TargetCaller['area']): readonly Role[] {
  return roles.filter((role) => callerIn(role).area === area);
}

/** `the other researcher`. */
export function callerName(role: Role): string {
  return `the ${role.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
}

export function isTargetRole(key: string): key is Role {
  return Object.hasOwn(targetCallers, key);
}

/** Whether the key of a token tells that its holder has a role, or that it has not. */
export function hasRoleByKey(key: Role, role: CallerRole): boolean | undefined {
  const { role: told } = callerIn(key);
  return told === undefined ? undefined : told === role;
}
