import { randomBytes } from 'node:crypto';
import { type Role, roles, rolesIn } from '../../../src/spec/target-callers.ts';
import type { Caller } from '../../judging/caller.ts';
import { NotTestable } from '../../judging/talk/not-testable.ts';
import { rolesOf } from '../target/statements.ts';
import type { Target } from '../target/target.ts';

/** Whether lookups of this caller use up requests that the target file counts. */
export function isLimited(key: string): boolean {
  return key.startsWith('tokens.limited');
}

/** A caller missing in the target makes a clause not testable, with the key that would enable it. */
export type Callers = { readonly [role in Role]: Caller } & OtherCallers;

interface OtherCallers {
  readonly nobody: Caller;
  readonly unknown: Caller;
  /** Sends an empty header. */
  readonly blank: Caller;
  /** The owners of the target's feed. */
  readonly named: readonly Caller[];
}

/** Keeps the scheme of a known token, so that only the token itself is unknown. */
function unknownLike(known: string | undefined): string {
  const scheme = /^(\S+) +\S/.exec(known ?? '')?.[1];
  const token = randomBytes(16).toString('hex');
  return scheme ? `${scheme} ${token}` : token;
}

export function callersOf(target: Target): Callers {
  const { tokens } = target;
  const named = (key: Role): Caller => {
    const authorization = tokens[key];
    if (authorization === undefined) throw new NotTestable(`tokens.${key}`);
    // A token with several roles is one caller, named by the first.
    return { key: `tokens.${rolesOf(target, authorization)[0] ?? key}`, authorization };
  };
  const present = rolesIn('feed')
    .filter((key) => tokens[key] !== undefined)
    .map(named)
    .filter(({ key }, index, all) => all.findIndex((one) => one.key === key) === index);
  const others: OtherCallers = {
    nobody: { key: 'nobody' },
    blank: { key: 'blank token', authorization: '' },
    unknown: {
      key: 'unknown token',
      authorization: unknownLike(tokens.researcher ?? tokens.analyst),
    },
    named: present,
  };
  const byRole = roles.map((role) => [role, { get: () => named(role), enumerable: true }]);
  return Object.defineProperties(others, Object.fromEntries(byRole)) as Callers;
}
