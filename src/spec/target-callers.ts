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
  /** The option of `init` that takes its token, and what it is. */
  readonly option: string;
  readonly says: string;
  /** What a run could test with it. */
  readonly unlocks?: string;
}

/** The callers that a target file may have tokens of, in the order in which a token is named by them. */
export const targetCallers = {
  researcher: {
    role: 'researcher',
    area: 'feed',
    isNeeded: true,
    option: 'researcher',
    says: 'may create reports',
  },
  otherResearcher: {
    role: 'researcher',
    area: 'feed',
    option: 'other-researcher',
    says: 'another researcher (optional)',
    unlocks: 'another researcher: to test that only the creator can delete a report',
  },
  service: {
    owns: 'service',
    area: 'feed',
    option: 'service-owner',
    says: 'the owner of the feed (optional)',
    unlocks: 'the owner of the feed: that it may delete any report in it',
  },
  otherServiceOwner: {
    owns: 'otherService',
    area: 'feed',
    option: 'other-service-owner',
    says: 'the owner of the second feed (optional)',
    unlocks: 'the owner of the second feed: that it may not delete in the first',
  },
  reader: {
    role: 'none',
    area: 'feed',
    option: 'reader',
    says: 'no researcher (optional)',
    unlocks: 'a known caller who is not a researcher: to test that only researchers create',
  },
  analyst: {
    area: 'lookup',
    isNeeded: true,
    option: 'analyst',
    says: 'may use the lookup, with requests to spare',
  },
} as const satisfies { readonly [key: string]: TargetCaller };

/** The keys of single tokens, one for each role of a caller. */
export type Role = keyof typeof targetCallers;

export const roles = Object.keys(targetCallers) as readonly Role[];

export const callerIn = (role: Role): TargetCaller => targetCallers[role];

/** Those of the feed, and those of the lookup alone. */
export const rolesIn = (area: TargetCaller['area']): readonly Role[] =>
  roles.filter((role) => callerIn(role).area === area);

/** Whether the key of a token tells that its holder is a researcher, or that it is none. */
export function isResearcherByKey(role: Role): boolean | undefined {
  const { role: told } = callerIn(role);
  return told === undefined ? undefined : told === 'researcher';
}
