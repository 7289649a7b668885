import type { Document } from '../contract/document.ts';
import { authorizationOf } from '../dialects/authorization.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { nameOfDialect } from '../dialects/named.ts';
import type { Analysis } from '../domain/analysis.ts';
import { type Caller, hasToken } from '../domain/caller.ts';
import { operationNames } from '../domain/operation.ts';
import type { StoredReport } from '../domain/report.ts';
import { isAmong, mayCreate } from '../domain/rules.ts';
import { whoMay } from '../spec/who-may.ts';
import type { World } from '../worlds/world.ts';
import type { ReferenceModel, TryItOptions } from './reference.ts';

/** The part of a server's state that "try it" uses. */
interface SampleState {
  readonly callers: readonly Caller[];
  readonly reports: readonly StoredReport[];
  readonly analyses: readonly Analysis[];
}

interface LiveOptions {
  readonly baseUrl: string;
  /** A sentence about a caller, by caller id. */
  readonly notes?: { readonly [callerId: string]: string };
  /** Tokens are shown on this machine only. */
  readonly showTokens: boolean;
  /** Tokens that are secret even there. */
  readonly hiddenTokens?: ReadonlySet<string>;
}

/** Existing entities, so that the first request tried succeeds. */
export function liveOf(
  { callers, reports, analyses }: SampleState,
  dialect: Dialect,
  { baseUrl, notes = {}, showTokens, hiddenTokens }: LiveOptions,
): TryItOptions {
  const creator = callers.find(mayCreate);
  // The first caller may do everything with it, under any dialect.
  const report = reports.find(({ createdBy }) => createdBy === creator?.id) ?? reports[0];
  const hash = analyses[0]?.sha256Hash;
  const inOrder = [...callers].sort((a, b) => Number(b === creator) - Number(a === creator));
  const isVisible = (caller: Caller): boolean =>
    showTokens && hasToken(caller) && !hiddenTokens?.has(caller.token);
  return {
    baseUrl,
    callers: inOrder.filter(isVisible).map((caller) => ({
      name: caller.name,
      authorization: authorizationOf(dialect, caller.token),
      note: notes[caller.id] ?? roleOf(caller),
      may: operationNames.filter((name) => isAmong(whoMay(name, dialect), caller, report)),
    })),
    ...(report && { report: { service: report.service, id: report.id } }),
    ...(hash !== undefined && { hash }),
  };
}

function roleOf({ roles, owns }: Caller): string {
  return [
    roles.length > 0 ? `Roles: ${roles.join(', ')}` : 'No role',
    owns && `owns the feed ${owns}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** The reference of a world's current state, with tokens if the reader may see them. */
export function worldReference(
  { store, dialect }: World,
  document: Document,
  options: LiveOptions,
): ReferenceModel {
  return {
    dialect,
    dialectLabel: nameOfDialect(dialect) ?? 'of its own',
    document,
    live: liveOf(store.state.data, dialect, options),
  };
}
