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
import { dialectView } from './given/dialect-choice.ts';
import type { NewAnalysis } from './given/new-analysis.ts';
import type { NewReport } from './given/new-report-check.ts';
import { Places } from './places.ts';
import { ControlProblem } from './problem.ts';
import { relied, seen } from './reliance.ts';
import type { ReportFilter } from './reports-control.ts';
import type { ServerControl } from './server-control.ts';
import { choiceFrom, stateView, worldFrom, worldUrls } from './wire.ts';
import type { WorldControl } from './world-control.ts';

/** Whom a request to the control plane is about. */
export interface Subject {
  readonly server: ServerControl;
  readonly world: WorldControl;
  /** What this controls. */
  readonly controlled: World;
}

type Handler = (subject: Subject, req: Request, res: Response) => unknown;

export const packageVersion = (() => {
  const text = readFileSync(join(packageRoot, 'package.json'), 'utf8');
  const { name, version } = JSON.parse(text) as { name: string; version: string };
  return { name, version, node: process.version };
})();

/** The operations of admin.openapi.yaml, for requests that were found valid. */
export function controlRoutes(
  subjectOf: (req: Request) => Subject,
  health: () => Promise<Health>,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const json =
    (handler: Handler, status = 200): RequestHandler =>
    async (req, res) =>
      void res.status(status).json(await handler(subjectOf(req), req, res));
  /** What a world holds, which may be about to be taken back. */
  const held = (look: Handler): RequestHandler =>
    json((subject, req, res) => seen(subject.controlled.store, () => look(subject, req, res)));
  const done =
    (handler: Handler): RequestHandler =>
    async (req, res) => {
      await handler(subjectOf(req), req, res);
      res.status(204).end();
    };
  const body = <T>(req: Request): T => (req.body ?? {}) as T;
  const param = (req: Request, name: string): string => String(req.params[name]);

  router.get(
    '/health',
    json(async () => {
      const found = await health();
      if (found !== 'ok') throw new ControlProblem('unwell', found.problem);
      return { status: 'ok' };
    }),
  );
  router.get(
    '/version',
    json(() => packageVersion),
  );
  router.get(
    '/openapi.json',
    json(() => adminDocument()),
  );
  router.post(
    '/reset',
    done(({ world }) => world.reset()),
  );
  router.get(
    '/state',
    held(({ world }) => stateView(world)),
  );

  router.get(
    '/snapshots',
    json(({ world }) => ({ snapshots: world.snapshots() })),
  );
  router.put(
    '/snapshots/:name',
    json(({ world }, req) => world.takeSnapshot(param(req, 'name'))),
  );
  router.delete(
    '/snapshots/:name',
    done(({ world }, req) => world.dropSnapshot(param(req, 'name'))),
  );
  router.post(
    '/snapshots/:name/restore',
    done(({ world }, req) => world.restoreSnapshot(param(req, 'name'))),
  );

  router.get(
    '/callers',
    held(({ world }) => ({ callers: world.callers() })),
  );
  router.post(
    '/callers',
    json(({ world }, req) => world.mintCaller(body<NewCaller>(req)), 201),
  );
  router.patch(
    '/callers/:id',
    json(({ world }, req) => world.changeCaller(param(req, 'id'), body<CallerChange>(req))),
  );
  router.delete(
    '/callers/:id',
    done(({ world }, req) => world.revokeCaller(param(req, 'id'))),
  );

  router.get(
    '/services',
    held(({ world }) => ({ services: world.services() })),
  );
  router.post(
    '/services',
    json(async ({ world }, req) => {
      const { name } = body<{ name: string }>(req);
      await world.addService(name);
      return { name };
    }, 201),
  );
  router.get(
    '/analyses',
    held(({ world }) => ({ analyses: world.state().analyses })),
  );
  router.post(
    '/analyses',
    json(({ world }, req) => world.addAnalysis(body<NewAnalysis>(req)), 201),
  );

  const readers = new Places(most.readers, 'readers of streams');
  const waits = new Places(most.waits, 'waits for requests');
  router.get(
    '/reports',
    held(({ world }, req) => world.reports(req.query as ReportFilter)),
  );
  router.post(
    '/reports',
    json(async ({ world }, req) => {
      const { reports } = body<{ reports: readonly NewReport[] }>(req);
      return { reports: await world.addReports(reports) };
    }, 201),
  );

  const list = (world: WorldControl, requests = world.requests()) => ({
    requests,
    dropped: world.requestsDropped,
    limits: keeps(world),
  });
  const keeps = ({ requestLimits: { entries, bytes } }: WorldControl) => ({
    requests: entries,
    bytes,
  });
  // The validator has made numbers of the query's texts.
  const query = (req: Request) => req.query as RequestFilter & { limit?: number };
  router.get(
    '/requests',
    json(({ world }, req) => list(world, world.requests(query(req)))),
  );
  router.delete(
    '/requests',
    done(({ world }) => world.clearRequests()),
  );
  router.get(
    '/requests/har',
    json(({ world }, req) => world.har(query(req))),
  );
  router.get(
    '/findings',
    json(({ world }) => ({ findings: world.findings() })),
  );
  router.post(
    '/findings/expect-none',
    done(({ world }, req) => world.expectNoFindings(body(req))),
  );
  router.get(
    '/requests/count',
    json(({ world }, req) => ({ ...world.requestCount(query(req)), limits: keeps(world) })),
  );
  router.post(
    '/requests/expect',
    json(({ world }, req) => list(world, [...world.expectRequests(body(req))])),
  );
  router.post(
    '/requests/expect-no-more',
    done(({ world }, req) => world.expectNoMore(body(req))),
  );
  router.get(
    '/requests/wait',
    json(async ({ world }, req, res) => {
      const signal = waits.take(res);
      return list(world, await world.waitForRequests({ ...query(req), signal }));
    }),
  );
  router.get('/requests/stream', (req, res) => {
    const { controlled } = subjectOf(req);
    readers.take(res);
    streamRequests(controlled, req, res);
  });

  router.get(
    '/faults',
    json(({ world }) => ({ faults: world.faults(), stages })),
  );
  router.post(
    '/faults',
    json(
      ({ world, controlled }, req) =>
        relied(controlled.store, () => world.addFault(body<FaultRule>(req))),
      201,
    ),
  );
  router.delete(
    '/faults',
    done(({ world }) => world.clearFaults()),
  );
  router.delete(
    '/faults/:id',
    done(({ world }, req) => world.removeFault(param(req, 'id'))),
  );

  router.get(
    '/dialect',
    json(({ controlled }) => dialectView(controlled)),
  );
  router.put(
    '/dialect',
    json(({ world, controlled }, req) => {
      world.setDialect(choiceFrom(body(req)));
      return dialectView(controlled);
    }),
  );
  router.get(
    '/clock',
    json(({ world }) => world.clock()),
  );
  router.put(
    '/clock',
    json(({ world }, req) => world.setClock(body(req))),
  );
  router.post(
    '/clock/advance',
    json(({ world }, req) => world.advanceClock(body<{ seconds: number }>(req).seconds)),
  );
  router.get(
    '/ids',
    json(({ world }) => ({ seed: world.idSeed() ?? null })),
  );
  router.put(
    '/ids',
    json(({ world }, req) => {
      world.seedIds(body<{ seed: string | number | null }>(req).seed ?? undefined);
      return { seed: world.idSeed() ?? null };
    }),
  );

  router.get(
    '/worlds',
    json(({ server }, req) => ({
      worlds: server.worlds().map(({ path, ...rest }) => ({ ...rest, ...worldUrls(req, path) })),
    })),
  );
  router.post(
    '/worlds',
    json(async ({ server }, req) => worldFrom(req, await server.createWorld(asked(req))), 201),
  );
  router.delete(
    '/worlds/:id',
    done(({ server }, req) => server.dropWorld(param(req, 'id'))),
  );
  return router;

  function asked(req: Request) {
    const { dialect, ...rest } = body<{ dialect?: Parameters<typeof choiceFrom>[0] }>(req);
    return { ...rest, ...(dialect !== undefined && { dialect: choiceFrom(dialect) }) };
  }
}
