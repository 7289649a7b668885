import { RunningServer } from './admin/control/running-server.ts';
import { controlPlane } from './admin/plane.ts';
import { sharedContract } from './contract/document.ts';
import { contractRoutes } from './docs/contract-routes.ts';
import { landingRoutes } from './docs/landing.ts';
import { docsRoutes } from './docs/site.ts';
import { Api } from './http/api.ts';
import { authenticate, identifyCaller } from './http/authenticate.ts';
import type { RequestStep } from './http/context.ts';
import { applyFaults } from './http/disturb.ts';
import { expressApp } from './http/express-app.ts';
import { createListener } from './http/listener.ts';
import { operate } from './http/operate.ts';
import { replayRecording } from './http/replayed-recording.ts';
import { readBody } from './http/request/body.ts';
import { validateRequest } from './http/validate.ts';
import type { Mutation } from './http/world-api.ts';
import { missingPages } from './pages/page-routes.ts';
import type { OwnOptions, ServerOptions } from './server-options.ts';
import { settingsOf } from './settings.ts';
import { openStore } from './store/open-store.ts';
import { Worlds } from './worlds/worlds.ts';

export type { Mutation, OwnOptions, RunningServer, ServerOptions };

/**
 * Starts a stand-in of the service. Many can run in one process; they share nothing.
 *
 * In a command of `abuse-feed matrix`, environment variables steer it where the options do not: its dialect is
 * `ABUSE_FEED_DIALECT`, its requests are noted in the file `ABUSE_FEED_MATRIX_NOTES`, and it has the fault
 * `ABUSE_FEED_MATRIX_FAULT`. Without `ABUSE_FEED_MATRIX_NOTES` none of them is read.
 *
 * ```ts
 * await using server = await startServer();
 * await fetch(`${server.baseUrl}/feed/tunnelco/api?report=…`, {
 *   headers: { Authorization: server.tokens.reader },
 * });
 * ```
 */
export function startServer(options?: ServerOptions): Promise<RunningServer>;
/** @internal */
export function startServer(options?: OwnOptions): Promise<RunningServer>;
export async function startServer(options: OwnOptions = {}): Promise<RunningServer> {
  const settings = await settingsOf(options);
  const contract = sharedContract(); // openapi.yaml
  const { store, data } = await openStore(settings.data, settings.seed.contents, settings); // lowdb
  const worlds = new Worlds(store, settings.initialState, settings.environment);
  const api = new Api(worlds, settings, wayOfARequest);

  const app = expressApp();
  const listener = await createListener(app, settings, api.listenerEvents);
  const server = new RunningServer(worlds, listener, { ...settings, data });
  app.use(api.bind); // which world
  api.addRoutes(app, contract); // create, fetch, delete, lookup
  app.use('/__admin', controlPlane(server, settings));
  app.use('/docs', docsRoutes(server, settings));
  app.use(contractRoutes(), landingRoutes());
  if (!settings.replay) app.use(missingPages);
  app.use(api.otherPath, api.onError);
  try {
    await listener.listen(settings.port);
    return server;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The first step that decides is the last one taken; the validator checks the reply on its way out. */
export const wayOfARequest: readonly RequestStep[] = [
  identifyCaller,
  replayRecording,
  applyFaults,
  authenticate,
  readBody,
  validateRequest,
  operate,
];
