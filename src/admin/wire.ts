import type { Request } from 'express';
import type { Differences } from '../dialects/dialect.ts';
import { checkedDialect } from '../dialects/dialect-file.ts';
import type { DialectName } from '../dialects/named.ts';
import { serverAt } from '../http/called-at.ts';
import { reportView } from './reports-control.ts';
import type { DialectChoice } from './request-bodies/dialect-choice.ts';
import { type MadeWorld, worldPath } from './server-control.ts';
import type { WorldControl } from './world-control.ts';

/** A dialect, as chosen over HTTP. */
export type SentChoice =
  | string
  | { readonly name?: string; readonly differences?: Differences; readonly random?: number };

export function choiceFrom(sent: SentChoice): DialectChoice {
  // Names are validated on lookup.
  if (typeof sent === 'string') return sent as DialectName;
  if (sent.name !== undefined) return sent.name as DialectName;
  if (sent.random !== undefined) return { random: sent.random };
  // Checked here, so that an unknown open point "random" is not taken for a random dialect.
  return checkedDialect(sent.differences);
}

/** Everything in a world, with readable times. */
export function stateView(world: WorldControl) {
  const { services, analyses, reports, deleted } = world.state();
  return {
    now: world.clock().now,
    services,
    callers: world.callers(),
    analyses,
    reports: reports.map(reportView),
    deleted,
  };
}

/** The URLs of a world, under the host name that the client used: ports may be forwarded. */
export function worldUrls(req: Request, path: string) {
  const baseUrl = `${serverAt(req)}${path}`;
  return { baseUrl, analysisUrl: baseUrl, adminUrl: `${baseUrl}/__admin` };
}

export const worldFrom = (req: Request, { id, tokens }: MadeWorld) => ({
  id,
  ...worldUrls(req, worldPath(id)),
  tokens,
});
