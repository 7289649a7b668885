import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { packageRoot } from '../spec/package-root.ts';
import type { Health } from '../store/store.ts';
import { type FaultRule, stages } from '../worlds/fault-rule.ts';
import { most } from '../worlds/limits.ts';
import type { RequestFilter } from '../worlds/seen-requests.ts';
import type { World } from '../worlds/world.ts';
import { adminDocument } from './admin-document.ts';
import type { CallerChange, NewCaller } from './callers-control.ts';
import { streamRequests } from './event-stream.ts';
import { ConnectionSlots } from './places.ts';
import { ControlProblem } from './problem.ts';
import { readDurable, retryUntilDurable } from './reliance.ts';
import type { ReportFilter } from './reports-control.ts';
import { dialectView } from './request-bodies/dialect-choice.ts';
import type { NewAnalysis } from './request-bodies/new-analysis.ts';
import type { NewReport } from './request-bodies/new-report-check.ts';
import type { ServerControl } from './server-control.ts';
import { choiceFrom, stateView, worldFrom, worldUrls } from './wire.ts';
import type { WorldControl } from './world-control.ts';

/** The server and world that a request to the control plane concerns. */
export interface Subject {
  readonly server: ServerControl;
  readonly world: WorldControl;
  /** The world behind `world`. */
  readonly controlled: World;
}

type Handler = (subject: Subject, req: Request, res: Response) => unknown;

export const packageVersion = (() => {
  const text = readFileSync(join(packageRoot, 'package.json'), 'utf8');
  const { name, version } = JSON.parse(text) as { name: string; version: string };
  return { name, version, node: process.version };
})();

/** The operations of admin.openapi.yaml, for validated requests. */
export function controlRoutes(
  subjectOf: (req: Request) => Subject,
  health: () => Promise<Health>,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const json =
    (handler: Handler, status = 200): RequestHandler =>
    async (req, res) =>
      void res.status(status).json(await handler(subjectOf(req), req, res));
  /** Reads wait until what they show is durable. */
  const held = (look: Handler): RequestHandler =>
    json((subject, req, res) =>
      readDurable(subject.controlled.store, () => look(subject, req, res)),
    );
  const done =
    (handler: Handler): RequestHandler =>
    async (req, res) => {
      await handler(subjectOf(req), req, res);
      res.status(204).end();
    };
  const body = <T>(req: Request): T => (req.body ?? {}) as T;
  const param = (req: Request, name: string): string => String(req.params[name]);

  const readers = new ConnectionSlots(most.readers, 'readers of streams');
  const waits = new ConnectionSlots(most.waits, 'waits for requests');
  const list = (world: WorldControl, requests = world.requests()) => ({
    requests,
    dropped: world.requestsDropped,
    limits: keeps(world),
  });
  const keeps = ({ requestLimits: { entries, bytes } }: WorldControl) => ({
    requests: entries,
    bytes,
  });
  // The validator has converted the query's numbers.
  const query = (req: Request) => req.query as RequestFilter & { limit?: number };

  const routes: { readonly [route: string]: RequestHandler } = {
    'GET /health': json(async () => {
      const found = await health();
      if (found !== 'ok') throw new ControlProblem('unwell', found.problem);
      return { status: 'ok' };
    }),
    'GET /version': json(() => packageVersion),
    'GET /openapi.json': json(() => adminDocument()),
    'POST /reset': done(({ world }) => world.reset()),
    'GET /state': held(({ world }) => stateView(world)),
    'GET /snapshots': json(({ world }) => ({ snapshots: world.snapshots() })),
    'PUT /snapshots/:name': json(({ world }, req) => world.takeSnapshot(param(req, 'name'))),
    'DELETE /snapshots/:name': done(({ world }, req) => world.dropSnapshot(param(req, 'name'))),
    'POST /snapshots/:name/restore': done(({ world }, req) =>
      world.restoreSnapshot(param(req, 'name')),
    ),
    'GET /callers': held(({ world }) => ({ callers: world.callers() })),
    'POST /callers': json(({ world }, req) => world.mintCaller(body<NewCaller>(req)), 201),
    'PATCH /callers/:id': json(({ world }, req) =>
      world.changeCaller(param(req, 'id'), body<CallerChange>(req)),
    ),
    'DELETE /callers/:id': done(({ world }, req) => world.revokeCaller(param(req, 'id'))),
    'GET /services': held(({ world }) => ({ services: world.services() })),
    'POST /services': json(async ({ world }, req) => {
      const { name } = body<{ name: string }>(req);
      await world.addService(name);
      return { name };
    }, 201),
    'GET /analyses': held(({ world }) => ({ analyses: world.state().analyses })),
    'POST /analyses': json(({ world }, req) => world.addAnalysis(body<NewAnalysis>(req)), 201),
    'GET /reports': held(({ world }, req) => world.reports(req.query as ReportFilter)),
    'POST /reports': json(async ({ world }, req) => {
      const { reports } = body<{ reports: readonly NewReport[] }>(req);
      return { reports: await world.addReports(reports) };
    }, 201),
    'GET /requests': json(({ world }, req) => list(world, world.requests(query(req)))),
    'DELETE /requests': done(({ world }) => world.clearRequests()),
    'GET /requests/har': json(({ world }, req) => world.har(query(req))),
    'GET /findings': json(({ world }) => ({ findings: world.findings() })),
    'POST /findings/expect-none': done(({ world }, req) => world.expectNoFindings(body(req))),
    'GET /requests/count': json(({ world }, req) => ({
      ...world.requestCount(query(req)),
      limits: keeps(world),
    })),
    'POST /requests/expect': json(({ world }, req) =>
      list(world, [...world.expectRequests(body(req))]),
    ),
    'POST /requests/expect-no-more': done(({ world }, req) => world.expectNoMore(body(req))),
    'GET /requests/wait': json(async ({ world }, req, res) => {
      const signal = waits.take(res);
      return list(world, await world.waitForRequests({ ...query(req), signal }));
    }),
    'GET /requests/stream': (req, res) => {
      const { controlled } = subjectOf(req);
      readers.take(res);
      streamRequests(controlled, req, res);
    },
    'GET /faults': json(({ world }) => ({ faults: world.faults(), stages })),
    'POST /faults': json(
      ({ world, controlled }, req) =>
        retryUntilDurable(controlled.store, () => world.addFault(body<FaultRule>(req))),
      201,
    ),
    'DELETE /faults': done(({ world }) => world.clearFaults()),
    'DELETE /faults/:id': done(({ world }, req) => world.removeFault(param(req, 'id'))),
    'GET /dialect': json(({ controlled }) => dialectView(controlled)),
    'PUT /dialect': json(({ world, controlled }, req) => {
      world.setDialect(choiceFrom(body(req)));
      return dialectView(controlled);
    }),
    'GET /clock': json(({ world }) => world.clock()),
    'PUT /clock': json(({ world }, req) => world.setClock(body(req))),
    'POST /clock/advance': json(({ world }, req) =>
      world.advanceClock(body<{ seconds: number }>(req).seconds),
    ),
    'GET /ids': json(({ world }) => ({ seed: world.idSeed() ?? null })),
    'PUT /ids': json(({ world }, req) => {
      world.seedIds(body<{ seed: string | number | null }>(req).seed ?? undefined);
      return { seed: world.idSeed() ?? null };
    }),
    'GET /worlds': json(({ server }, req) => ({
      worlds: server.worlds().map(({ path, ...rest }) => ({ ...rest, ...worldUrls(req, path) })),
    })),
    'POST /worlds': json(
      async ({ server }, req) => worldFrom(req, await server.createWorld(asked(req))),
      201,
    ),
    'DELETE /worlds/:id': done(({ server }, req) => server.dropWorld(param(req, 'id'))),
  };
  for (const [route, handler] of Object.entries(routes)) {
    const [method = '', path = ''] = route.split(' ');
    router[method.toLowerCase() as 'get'](path, handler);
  }
  return router;

  function asked(req: Request) {
    const { dialect, ...rest } = body<{ dialect?: Parameters<typeof choiceFrom>[0] }>(req);
    return { ...rest, ...(dialect !== undefined && { dialect: choiceFrom(dialect) }) };
  }
}
