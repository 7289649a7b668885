import { callerIn, isTargetRole } from '../../../src/spec/target-callers.ts';
import { callerRoles } from '../../../src/spec/who-may.ts';

const others = callerRoles.filter((role) => role !== 'researcher');

/**
 * What a target file says of callers, with the statement that those whose keys tell nothing of roles have none
 * but, perhaps, that of a researcher. So a new role leaves open nothing that a test takes as known.
 */
export function withoutOtherRoles(tokens: object, callers: object = {}): object {
  const none = Object.fromEntries(others.map((role) => [role, false]));
  const untold = Object.keys(tokens).filter(
    (key) => isTargetRole(key) && callerIn(key).role === undefined,
  );
  const stated = callers as { readonly [key: string]: object };
  return others.length === 0
    ? callers
    : {
        ...callers,
        ...Object.fromEntries(untold.map((key) => [key, { ...none, ...stated[key] }])),
      };
}
