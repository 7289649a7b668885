import type { ErrorRequestHandler, Express } from 'express';
import type { RunningServer } from './admin/control/running-server.ts';
import { controlPlane } from './admin/plane.ts';
import { landingRoutes } from './docs/landing.ts';
import { docsRoutes } from './docs/site.ts';
import { worldReference } from './docs/world-reference.ts';
import type { Api } from './http/api.ts';
import { calledAt } from './http/called-at.ts';
import type { RequestContext, ServerSettings } from './http/context.ts';
import { contractRoutes } from './http/contract-routes.ts';
import { expressApp } from './http/express-app.ts';
import { isLoopback } from './http/host.ts';
import { bugEntry } from './http/request-log.ts';
import { missingPages } from './pages/page-routes.ts';
import { sendText } from './pages/send-text.ts';
import type { Health } from './store/store.ts';

/** What the application is made of, beside the settings of the server. */
interface AppParts {
  readonly api: Api;
  readonly server: () => RunningServer;
  /** Whether the store of the first world can store changes. */
  readonly health: () => Promise<Health>;
  /** Whether any path may be that of a recorded request. */
  readonly isReplaying: boolean;
}

/** The complete application: the API first, then the control plane, the pages and the contract. */
export function wholeApp(
  { api, server, health, isReplaying }: AppParts,
  settings: ServerSettings,
): Express {
  const { host, log, cors, adminToken, hiddenTokens, onAnswer } = settings;
  const app = expressApp();
  app.use(api.bind);
  api.addRoutes(app);
  app.use(
    '/__admin',
    controlPlane(({ context }) => server().subject(context.worldId), settings, health),
  );
  app.use(
    '/docs',
    docsRoutes((req) => {
      const { context } = req;
      // Tokens are shown on this machine only, and never with an admin token.
      const isOpen = adminToken === undefined && isLoopback(host) && isLoopback(req.hostname);
      if (!context.isKnownWorld) return undefined;
      return worldReference(context.world, context.api.contract.document, {
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
