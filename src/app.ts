import { isLoopback } from './admin/guard.ts';
import { controlPlane } from './admin/plane.ts';
import type { RunningServer } from './admin/running-server.ts';
import { docsRoutes } from './docs/routes.ts';
import { worldReference } from './docs/world-reference.ts';
import { expressApp } from './http/api.ts';
import { bugEntry, type LogWriter } from './http/request-log.ts';
import type { WorldEntry } from './http/world-entry.ts';
import { worldRoutes } from './http/world-routes.ts';
import type { Seed } from './seed/seed.ts';

export interface AppParts {
  readonly entry: WorldEntry;
  readonly server: () => RunningServer;
  readonly seed: Seed;
  readonly host: string;
  readonly log: LogWriter;
  readonly adminToken?: string;
}

/** Everything a server answers: the control plane, the reference pages, the worlds. */
export function wholeApp({
  entry,
  server,
  seed,
  host,
  log,
  adminToken,
}: AppParts): ReturnType<typeof expressApp> {
  const { enter, worldOf, idOf } = entry;
  const app = expressApp();
  app.use(enter);
  app.use(
    '/__admin',
    controlPlane((req) => server().subject(idOf(req)), {
      host,
      bug: (problem) => log(bugEntry(problem)),
      ...(adminToken !== undefined && { adminToken }),
    }),
  );
  app.use(
    '/docs',
    docsRoutes((req) => {
      // Tokens are shown to people on this machine only, as the control plane would.
      const isNear = isLoopback(host) && isLoopback(req.hostname);
      return worldReference(worldOf(req), seed.notes, isNear);
    }),
  );
  app.use((req, res, next) => worldRoutes(worldOf(req))(req, res, next));
  return app;
}
