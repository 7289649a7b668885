import type { ErrorRequestHandler, Express } from 'express';
import type { RunningServer } from './admin/control/running-server.ts';
import { controlPlane } from './admin/plane.ts';
import { landingRoutes } from './docs/landing.ts';
import { docsRoutes } from './docs/site.ts';
import { worldReference } from './docs/world-reference.ts';
import type { ApiHandlers } from './http/api.ts';
import { calledAt } from './http/called-at.ts';
import type { OnAnswer, RequestContext } from './http/context.ts';
import { contractRoutes } from './http/contract-routes.ts';
import type { Cors } from './http/cors.ts';
import { expressApp } from './http/express-app.ts';
import { isLoopback } from './http/host.ts';
import type { Pause } from './http/reply/delivery.ts';
import { bugEntry, type LogWriter } from './http/request-log.ts';
import { missingPages } from './pages/page-routes.ts';
import { sendText } from './pages/send-text.ts';
import type { Worlds } from './worlds/worlds.ts';

interface AppParts {
  readonly worlds: Worlds;
  readonly api: ApiHandlers;
  readonly server: () => RunningServer;
  readonly host: string;
  readonly log: LogWriter;
  /** Whether pages of other origins may call the API. */
  readonly cors: Cors;
  readonly adminToken?: string | undefined;
  readonly onAnswer?: OnAnswer | undefined;
  /** Whether any path may be that of a recorded request. */
  readonly isReplaying: boolean;
  /** Tokens that no page shows. */
  readonly hiddenTokens?: ReadonlySet<string> | undefined;
  /** The delay of wrong guesses of the admin token. */
  readonly pause?: Pause | undefined;
}

/** The complete application: the API first, then the control plane, the pages and the contract. */
export function wholeApp(parts: AppParts): Express {
  const { worlds, api, server, host, log, cors, adminToken, pause, onAnswer, hiddenTokens } = parts;
  const { isReplaying } = parts;
  const app = expressApp();
  app.use(api.bind);
  api.addRoutes(app);
  app.use(
    '/__admin',
    controlPlane(({ context }) => server().subject(context.worldId), {
      host,
      log,
      pause,
      health: () => worlds.first.store.health(),
      hiddenTokens,
      ...(adminToken !== undefined && { adminToken }),
    }),
  );
  app.use(
    '/docs',
    docsRoutes((req) => {
      const { isKnownWorld, world, api } = req.context;
      // Tokens are shown on this machine only, and never with an admin token.
      const isOpen = adminToken === undefined && isLoopback(host) && isLoopback(req.hostname);
      if (!isKnownWorld) return undefined;
      return worldReference(world, api.contract.document, {
        baseUrl: calledAt(req),
        notes: server().seed.notes,
        showTokens: isOpen,
        ...(hiddenTokens && { hiddenTokens }),
      });
    }),
    pageFailure((problem, { withoutTokens }) => log(bugEntry(problem, withoutTokens))),
  );
  app.use(
    contractRoutes(
      ({ context }) => {
        onAnswer?.(undefined, 'contract', context);
        return context.isKnownWorld ? context.api.contract.document : undefined;
      },
      { cors, send: sendText },
    ),
    landingRoutes(({ context }) => context.isKnownWorld, { cors }),
    ...(isReplaying ? [] : [missingPages]),
    api.otherPath,
    api.onError,
  );
  return app;
}

/** The last error handler of pages: reports a failure without details. */
function pageFailure(
  bug: (problem: unknown, context: RequestContext) => void,
): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    bug(error, req.context);
    res.status(500).type('text/plain').send('The server failed. Its log says more.\n');
  };
}
