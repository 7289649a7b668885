import { type Request, type RequestHandler, type Response, Router } from 'express';
import { type Document, methods } from '../contract/document.ts';
import { goneSignal } from '../http/reply/delivery.ts';
import { version } from '../spec/package-root.ts';
import type { Health } from '../store/store.ts';
import { type FaultRule, stages } from '../worlds/fault-rule.ts';
import { most } from '../worlds/limits.ts';
import type { RequestFilter } from '../worlds/seen-requests.ts';
import type { World } from '../worlds/world.ts';
import { adminDocument } from './admin-document.ts';
import type { CallerChange, NewCaller } from './callers-control.ts';
import { streamRequests } from './event-stream.ts';
import { ControlProblem, tooMany } from './problem.ts';
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

/** The operations of admin.openapi.yaml, by operationId, for validated requests. */
export function controlRoutes(
  subjectOf: (req: Request) => Subject,
  health: () => Promise<Health>,
): RequestHandler {
  /** Reads wait until what they show is durable. */
  const durable =
    (read: Handler): Handler =>
    (subject, req, res) =>
      readDurable(subject.controlled.store, () => read(subject, req, res));
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
  const ids = (world: WorldControl) => ({ seed: world.idSeed() ?? null });

  const handlers: { readonly [operationId: string]: Handler } = {
    getHealth: async () => {
      const found = await health();
      if (found !== 'ok') throw new ControlProblem('unwell', found.problem);
      return { status: 'ok' };
    },
    getVersion: () => ({ name: 'abuse-feed-kit', version: version(), node: process.version }),
    getAdminDocument: () => adminDocument(),
    reset: ({ world }) => world.reset(),
    getState: durable(({ world }) => stateView(world)),
    listSnapshots: ({ world }) => ({ snapshots: world.snapshots() }),
    takeSnapshot: ({ world }, req) => world.takeSnapshot(param(req, 'name')),
    dropSnapshot: ({ world }, req) => world.dropSnapshot(param(req, 'name')),
    restoreSnapshot: ({ world }, req) => world.restoreSnapshot(param(req, 'name')),
    listCallers: durable(({ world }) => ({ callers: world.callers() })),
    mintCaller: ({ world }, req) => world.mintCaller(body<NewCaller>(req)),
    changeCaller: ({ world }, req) => world.changeCaller(param(req, 'id'), body<CallerChange>(req)),
    revokeCaller: ({ world }, req) => world.revokeCaller(param(req, 'id')),
    listServices: durable(({ world }) => ({ services: world.services() })),
    addService: async ({ world }, req) => {
      const { name } = body<{ name: string }>(req);
      await world.addService(name);
      return { name };
    },
    listAnalyses: durable(({ world }) => ({ analyses: world.state().analyses })),
    addAnalysis: ({ world }, req) => world.addAnalysis(body<NewAnalysis>(req)),
    listReports: durable(({ world }, req) => world.reports(req.query as ReportFilter)),
    addReports: async ({ world }, req) => {
      const { reports } = body<{ reports: readonly NewReport[] }>(req);
      return { reports: await world.addReports(reports) };
    },
    listRequests: ({ world }, req) => list(world, world.requests(query(req))),
    clearRequests: ({ world }) => world.clearRequests(),
    exportRequests: ({ world }, req) => world.har(query(req)),
    listFindings: ({ world }) => ({ findings: world.findings() }),
    expectNoFindings: ({ world }, req) => world.expectNoFindings(body(req)),
    countRequests: ({ world }, req) => ({
      ...world.requestCount(query(req)),
      limits: keeps(world),
    }),
    expectRequests: ({ world }, req) => list(world, [...world.expectRequests(body(req))]),
    expectNoMore: ({ world }, req) => world.expectNoMore(body(req)),
    waitForRequests: async ({ world }, req, res) => {
      const signal = waits.take(res);
      return list(world, await world.waitForRequests({ ...query(req), signal }));
    },
    streamRequests: ({ controlled }, req, res) => {
      readers.take(res);
      streamRequests(controlled, req, res);
    },
    listFaults: ({ world }) => ({ faults: world.faults(), stages }),
    addFault: ({ world, controlled }, req) =>
      retryUntilDurable(controlled.store, () => world.addFault(body<FaultRule>(req))),
    clearFaults: ({ world }) => world.clearFaults(),
    removeFault: ({ world }, req) => world.removeFault(param(req, 'id')),
    getDialect: ({ controlled }) => dialectView(controlled),
    setDialect: ({ world, controlled }, req) => {
      world.setDialect(choiceFrom(body(req)));
      return dialectView(controlled);
    },
    getClock: ({ world }) => world.clock(),
    setClock: ({ world }, req) => world.setClock(body(req)),
    advanceClock: ({ world }, req) => world.advanceClock(body<{ seconds: number }>(req).seconds),
    getIds: ({ world }) => ids(world),
    seedIds: ({ world }, req) => {
      world.seedIds(body<{ seed: string | number | null }>(req).seed ?? undefined);
      return ids(world);
    },
    listWorlds: ({ server }, req) => ({
      worlds: server.worlds().map(({ path, ...rest }) => ({ ...rest, ...worldUrls(req, path) })),
    }),
    createWorld: async ({ server }, req) => {
      const { dialect, ...rest } = body<{ dialect?: Parameters<typeof choiceFrom>[0] }>(req);
      const asked = { ...rest, ...(dialect !== undefined && { dialect: choiceFrom(dialect) }) };
      return worldFrom(req, await server.createWorld(asked));
    },
    dropWorld: ({ server }, req) => server.dropWorld(param(req, 'id')),
  };
  // On first use: reading the document would delay the start.
  let router: Router | undefined;
  return (req, res, next) => {
    router ??= routerOf(handlers, subjectOf);
    router(req, res, next);
  };
}

function routerOf(
  handlers: { readonly [operationId: string]: Handler },
  subjectOf: (req: Request) => Subject,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const { path, method, operationId, status } of operationsIn(adminDocument())) {
    router[method](path.replace(/\{(\w+)\}/g, ':$1'), async (req, res) => {
      const result = await handlers[operationId]?.(subjectOf(req), req, res);
      if (res.headersSent) return;
      if (status === 204) res.status(status).end();
      else res.status(status).json(result);
    });
  }
  return router;
}

/** Where each operation is, and the status of its success. */
const operationsIn = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!operation) return [];
      const { operationId, responses } = operation;
      const [success] = Object.keys(responses).filter((status) => status.startsWith('2'));
      return [{ path, method, operationId, status: Number(success) }];
    }),
  );

/** Limits the connections held open for one purpose. */
export class ConnectionSlots {
  readonly #most: number;
  readonly #purpose: string;
  #taken = 0;

  constructor(most: number, purpose: string) {
    this.#most = most;
    this.#purpose = purpose;
  }

  /** Takes a slot until the connection closes; the signal then fires. */
  take(res: Response): AbortSignal {
    if (this.#taken >= this.#most) {
      throw tooMany(`${this.#most} ${this.#purpose} at the same time`, 'Hang up one first.');
    }
    const gone = goneSignal(res);
    // A connection that is already closed emits no close event.
    if (gone.aborted) return gone;
    this.#taken += 1;
    gone.addEventListener('abort', () => (this.#taken -= 1));
    return gone;
  }
}
