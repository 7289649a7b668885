import { variables } from '../../../contract-tests/service/target/target-file.ts';
import { authorizationOf } from '../../dialects/authorization.ts';
import type { Caller } from '../../domain/caller.ts';
import type { RunningServer } from '../../server.ts';
import { fileHashes } from '../../spec/file-hashes.ts';
import { callerIn, roles, type TargetCaller } from '../../spec/target-callers.ts';

/**
 * The environment variables that describe a stand-in, under the names that override a target file: URLs,
 * tokens as complete Authorization headers, and known and unknown hashes.
 */
export function environmentOf(server: RunningServer): { [name: string]: string } {
  const { services, callers, analyses } = server.seed.contents;
  const [service, otherService] = services;
  const header = (caller: Caller | undefined): string | undefined =>
    caller && authorizationOf(server.dialect, caller.token);
  const owner = (of: string | undefined) => callers.find(({ owns }) => owns && owns === of);
  const researchers = callers.filter(({ roles }) => roles.includes('researcher'));
  const [analyst] = researchers.toSorted((a, b) => (b.requests ?? 0) - (a.requests ?? 0));
  const taken: (Caller | undefined)[] = [];
  /** The seeded caller for a key of the target file: each key has its own. */
  const seeded = ({ area, owns, role }: TargetCaller): Caller | undefined => {
    if (area === 'lookup') return analyst;
    if (owns !== undefined) return owner(owns === 'service' ? service : otherService);
    const found = callers.find((each) => !taken.includes(each) && fits(each, role));
    taken.push(found);
    return found;
  };
  const tokens = roles.map((role) => [`tokens.${role}`, header(seeded(callerIn(role)))]);
  const byKey: { [key: string]: string | undefined } = {
    baseUrl: server.baseUrl,
    analysisUrl: server.analysisUrl,
    service,
    otherService,
    unknownHash: '0'.repeat(64),
    ...Object.fromEntries(tokens),
  };
  const named = Object.entries(byKey).flatMap(([key, value]) => {
    const name = variables[key];
    return name && value !== undefined ? [[name, value]] : [];
  });
  const hashes = analyses.flatMap((analysis, index) =>
    fileHashes.flatMap(({ kind, field }) => {
      const hash = analysis[field];
      return hash ? [[`ABUSE_FEED_ANALYSES_${index}_${kind.toUpperCase()}`, hash]] : [];
    }),
  );
  return { ...Object.fromEntries([...named, ...hashes]), ABUSE_FEED_ADMIN_URL: server.adminUrl };
}

/** Whoever has a role and a count of lookups of their own is an analyst. */
function fits({ roles, owns, requests }: Caller, role: TargetCaller['role']): boolean {
  if (role === undefined) return false;
  if (role === 'none') return roles.length === 0 && owns === undefined;
  return roles.includes(role) && requests === undefined;
}
