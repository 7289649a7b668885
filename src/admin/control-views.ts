import type { Request } from 'express';
import { serverAt } from '../http/called-at.ts';
import { reportView } from './control/reports-control.ts';
import { adminUrlOf } from './control/requests-control.ts';
import { type MadeWorld, worldPath } from './control/server-control.ts';
import type { WorldControl } from './control/world-control.ts';

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
  return { baseUrl, analysisUrl: baseUrl, adminUrl: adminUrlOf(baseUrl) };
}

export function worldFrom(req: Request, { id, tokens }: MadeWorld) {
  return {
    id,
    ...worldUrls(req, worldPath(id)),
    tokens,
  };
}
