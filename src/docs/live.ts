import { authorizationOf } from '../dialects/authorization.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Analysis } from '../domain/analysis.ts';
import type { Caller } from '../domain/caller.ts';
import type { StoredReport } from '../domain/report.ts';
import type { Live } from './reference.ts';

/** The part of a server's state that requests on the page can be tried with. */
export interface Holdings {
  readonly callers: readonly Caller[];
  readonly reports: readonly StoredReport[];
  readonly analyses: readonly Analysis[];
}

/** Things that exist right now, so that the first request tried is answered with success. */
export function liveOf(
  { callers, reports, analyses }: Holdings,
  dialect: Dialect,
  notes: { readonly [callerId: string]: string } = {},
): Live {
  const report = reports[0];
  const hash = analyses[0]?.sha256Hash;
  return {
    callers: callers.map((caller) => ({
      name: caller.name,
      authorization: authorizationOf(dialect, caller.token),
      note: notes[caller.id] ?? roleOf(caller),
    })),
    ...(report && { report: { service: report.service, id: report.id } }),
    ...(hash !== undefined && { hash }),
  };
}

const roleOf = ({ roles, owns }: Caller): string =>
  [roles.includes('researcher') ? 'Researcher' : 'No researcher', owns && `owns the feed ${owns}`]
    .filter(Boolean)
    .join(', ');
