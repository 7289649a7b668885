import { type Express, Router } from 'express';
import { controlPlane } from './admin/plane.ts';
import type { RunningServer } from './admin/running-server.ts';
import { docsRoutes } from './docs/routes.ts';
import { wayIn } from './docs/way-in.ts';
import { worldReference } from './docs/world-reference.ts';
import { addApiRoutes } from './http/api-routes.ts';
import { calledAt } from './http/called-at.ts';
import { contractRoutes } from './http/contract-routes.ts';
import { expressApp } from './http/express-app.ts';
import type { Met, Pipeline } from './http/pipeline.ts';
import type { Pause } from './http/reply/delivery.ts';
import { bugEntry, type LogWriter } from './http/request-log.ts';
import { isLoopback } from './net/host.ts';
import { pageFailure } from './pages/failure.ts';
import { splitWorld, type Worlds, worldsPath } from './worlds/worlds.ts';

export interface AppParts {
  readonly worlds: Worlds;
  readonly pipeline: Pipeline;
  readonly server: () => RunningServer;
  readonly host: string;
  readonly log: LogWriter;
  /** Whether pages of other origins may call the API. */
  readonly cors: boolean;
  readonly adminToken?: string | undefined;
  readonly met?: Met | undefined;
  /** Tokens that no page shows. */
  readonly concealed?: ReadonlySet<string> | undefined;
  /** How wrong guesses of it wait. */
  readonly pause?: Pause | undefined;
}

/** Everything a server answers: the API first, then the control plane, the pages and the contract. */
export function wholeApp(parts: AppParts): Express {
  const { worlds, pipeline, server, host, log, cors, adminToken, pause, met, concealed } = parts;
  const idIn = (req: { originalUrl: string }) => splitWorld(req.originalUrl)?.id;
  /** Undefined where there is no world of that id. */
  const worldOf = (req: { originalUrl: string }) => {
    const id = idIn(req);
    return id === undefined ? worlds.first : worlds.use(id);
  };

  const besides = Router({ caseSensitive: true, strict: true });
  besides.use(
    '/__admin',
    controlPlane((req) => server().subject(idIn(req)), {
      host,
      log,
      pause,
      health: () => worlds.first.store.health(),
      ...(adminToken !== undefined && { adminToken }),
    }),
  );
  besides.use(
    '/docs',
    docsRoutes((req) => {
      const world = worldOf(req);
      // Tokens are shown to people on this machine only, and to nobody where they are kept by another.
      const isOpen = adminToken === undefined && isLoopback(host) && isLoopback(req.hostname);
      return (
        world &&
        worldReference(world, pipeline.servingOf(world).edition, {
          baseUrl: calledAt(req, req.baseUrl.replace(/\/docs$/, '')),
          notes: server().seed.notes,
          showTokens: isOpen,
          ...(concealed && { concealed }),
        })
      );
    }),
  );
  besides.use(
    '/docs',
    pageFailure((problem) => log(bugEntry(problem))),
  );
  besides.use(
    contractRoutes(
      (req) => {
        const world = worldOf(req);
        met?.(undefined, 'contract');
        return world && pipeline.servingOf(world).edition.document;
      },
      { cors },
    ),
  );
  besides.use(wayIn((req) => worldOf(req) !== undefined, { cors }));
  besides.use(pipeline.otherPath);

  const app = expressApp();
  addApiRoutes(app, pipeline);
  app.use(`${worldsPath}/:world`, besides);
  app.use(besides);
  return app;
}
