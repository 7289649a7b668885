import { type Request, type RequestHandler, type Response, Router } from 'express';
import { adminDocument, adminOperations } from '../contract/admin-document.ts';
import type { DocumentSchema } from '../document/document-check.ts';
import { goneSignal } from '../http/reply/delivery.ts';
import type { operations } from '../spec/admin.generated.ts';
import { durably } from '../store/durably.ts';
import type { Health } from '../store/store.ts';
import { version } from '../values/package-root.ts';
import { stages } from '../worlds/fault-rule.ts';
import { most } from '../worlds/limits.ts';
import type { World } from '../worlds/world.ts';
import { dialectView, sentChoice } from './control/dialect-choice.ts';
import { addFault, checkedFault } from './control/faults-control.ts';
import { ControlProblem, tooMany } from './control/problem.ts';
import { addReports, searchReports } from './control/reports-control.ts';
import { checkArguments, checkParameters } from './control/request-check.ts';
import type { NewWorld, ServerControl } from './control/server-control.ts';
import type { WorldControl } from './control/world-control.ts';
import { stateView, worldFrom, worldUrls } from './control-views.ts';
import { streamRequests } from './event-stream.ts';

/** The server and world that a request to the control plane concerns. */
export interface Subject {
  readonly server: ServerControl;
  readonly world: WorldControl;
  /** The world behind `world`. */
  readonly controlled: World;
}

/** What may be shown of a value. */
export type Show = <T>(value: T) => T;

type Json<Part> = Part extends { content: { 'application/json': infer Body } } ? Body : never;
type Responses<Id extends keyof operations> = operations[Id]['responses'];

/** A request to an operation: its query and body, and the parameter of its path. */
interface Call<Id extends keyof operations> {
  readonly req: Request;
  readonly res: Response;
  readonly query: NonNullable<operations[Id]['parameters']['query']>;
  readonly body: Json<NonNullable<operations[Id]['requestBody']>>;
  readonly param: string;
}

/** What an operation shows; nothing where it only acts. */
type Shown<Id extends keyof operations> = [Success<Id>] extends [never] ? unknown : Success<Id>;
type Success<Id extends keyof operations> = Json<Responses<Id>[keyof Responses<Id> & (200 | 201)]>;

/** Typed by the table of handlers alone. */
type Handler = (subject: Subject, call: object) => unknown;
type Handlers = {
  readonly [Id in keyof operations]: (
    subject: Subject,
    call: Call<Id>,
  ) => Shown<Id> | Promise<Shown<Id>>;
};

/** The operations of admin.openapi.yaml, by operationId, for validated requests. */
export function controlRoutes(
  subjectOf: (req: Request) => Subject,
  health: () => Promise<Health>,
  shown: Show,
): RequestHandler {
  /** Reads wait until what they show is durable. */
  const durable =
    <Asked, Body>(read: (subject: Subject, call: Asked) => Body | Promise<Body>) =>
    async (subject: Subject, call: Asked): Promise<Body> =>
      durably(subject.controlled.store, (store) => {
        store.relyOn('everything');
        return read(subject, call);
      });

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
  const ids = (world: WorldControl) => ({ seed: world.idSeed() ?? null });

  const handlers: Handlers = {
    getHealth: async () => {
      const found = await health();
      if (found !== 'ok') throw new ControlProblem('unhealthy', found.problem);
      return { status: 'ok' };
    },
    getVersion: () => ({ name: 'abuse-feed-kit', version: version(), node: process.version }),
    getAdminDocument: () => ({ ...adminDocument() }),
    reset: ({ world }) => world.reset(),
    getState: durable(({ world }) => stateView(world)),
    listSnapshots: ({ world }) => ({ snapshots: world.snapshots() }),
    takeSnapshot: ({ world }, { param }) => world.takeSnapshot(param),
    dropSnapshot: ({ world }, { param }) => world.dropSnapshot(param),
    restoreSnapshot: ({ world }, { param }) => world.restoreSnapshot(param),
    listCallers: durable(({ world }) => ({ callers: world.callers() })),
    mintCaller: ({ world }, { body }) => world.mintCaller(body),
    changeCaller: ({ world }, { param, body }) => world.changeCaller(param, body),
    revokeCaller: ({ world }, { param }) => world.revokeCaller(param),
    listServices: durable(({ world }) => ({ services: world.services() })),
    addService: async ({ world }, { body }) => {
      const { name } = checked('addService', body);
      await world.addService(name);
      return { name };
    },
    listAnalyses: durable(({ world }) => ({ analyses: world.state().analyses })),
    addAnalysis: ({ world }, { body }) => world.addAnalysis(body),
    listReports: durable(({ controlled }, { query }) => searchReports(controlled, query)),
    addReports: async ({ controlled }, { body }) => {
      const { reports } = checked('addReports', body);
      return { reports: await controlled.step((world) => addReports(world, reports)) };
    },
    listRequests: ({ world }, { query }) => list(world, world.requests(query)),
    clearRequests: ({ world }) => world.clearRequests(),
    exportRequests: ({ world }, { query }) => world.har(query),
    listFindings: ({ world }) => ({
      findings: world.findings().map(({ requests = [], ...rest }) => ({ ...rest, requests })),
    }),
    expectNoFindings: ({ world }, { body }) => world.expectNoFindings(body),
    countRequests: ({ world }, { query }) => ({
      ...world.requestCount(query),
      limits: keeps(world),
    }),
    expectRequests: ({ world }, { body }) => list(world, [...world.expectRequests(body)]),
    expectNoMore: ({ world }, { body }) => world.expectNoMore(body),
    waitForRequests: async ({ world }, { query, res }) => {
      const signal = waits.take(res);
      return list(world, await world.waitForRequests({ ...query, signal }));
    },
    streamRequests: ({ controlled }, { req, res }) => {
      readers.take(res);
      streamRequests(controlled, req, res, shown);
    },
    listFaults: ({ world }) => ({ faults: world.faults(), stages }),
    addFault: async ({ controlled }, { body }) =>
      addFault(controlled, await controlled.step(({ store }) => checkedFault(store, body))),
    clearFaults: ({ world }) => world.clearFaults(),
    removeFault: ({ world }, { param }) => world.removeFault(param),
    getDialect: ({ controlled }) => dialectView(controlled),
    setDialect: ({ world, controlled }, { body }) => {
      world.setDialect(sentChoice(body));
      return dialectView(controlled);
    },
    getClock: ({ world }) => world.clock(),
    setClock: ({ world }, { body }) => world.setClock(body),
    advanceClock: ({ world }, { body }) =>
      world.advanceClock(checked('advanceClock', body).seconds),
    getIds: ({ world }) => ids(world),
    seedIds: ({ world }, { body }) => {
      world.seedIds(checked('seedIds', body).seed);
      return ids(world);
    },
    listWorlds: ({ server }, { req }) => ({
      worlds: server.worlds().map(({ path, ...rest }) => ({ ...rest, ...worldUrls(req, path) })),
    }),
    createWorld: async ({ server }, { req, body }) => {
      const { dialect, ...rest } = body as NewWorld;
      const asked = { ...rest, ...(dialect !== undefined && { dialect: sentChoice(dialect) }) };
      return worldFrom(req, await server.createWorld(asked));
    },
    dropWorld: ({ server }, { param }) => server.dropWorld(param),
  };
  // On first use: reading the document would delay the start.
  let router: Router | undefined;
  return (req, res, next) => {
    router ??= routerOf(handlers, subjectOf, shown);
    router(req, res, next);
  };
}

function routerOf(handlers: Handlers, subjectOf: (req: Request) => Subject, shown: Show): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const operations = adminOperations();
  for (const path of new Set(operations.map((one) => one.path))) {
    const here = operations.filter((one) => one.path === path);
    const route = router.route(path.replace(/\{(\w+)\}/g, ':$1'));
    for (const operation of here) {
      const { method, operationId, status, parameters, body } = operation;
      const handle = handlers[operationId as keyof Handlers] as Handler;
      route[method](async (req, res) => {
        const query = typedQuery(req.query, parameters);
        checkParameters(operation, { ...req.params, ...query });
        if (body?.required && req.body === undefined) {
          throw new ControlProblem('not-json', 'The body is missing. Send application/json.');
        }
        const call = {
          req,
          res,
          query,
          body: req.body ?? {},
          param: String(Object.values(req.params)[0]),
        };
        const result = await handle(subjectOf(req), call);
        if (res.headersSent) return;
        if (status === 204) res.status(status).end();
        else res.status(status).json(shown(result));
      });
    }
    const allow = here.map(({ method }) => method.toUpperCase());
    route.all((_req, _res, next) => next({ status: 405, allow }));
  }
  return router;
}

/** A body of which only a part is passed on. All others are checked by the methods of the control. */
function checked<Body>(operationId: keyof operations, body: Body): Body {
  checkArguments(operationId, body);
  return body;
}

/** Values of a query are strings: converts those that should be something else and look like it. */
const typedQuery = (query: object, { properties = {} }: DocumentSchema): object =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => {
      const type = properties[key]?.type;
      if (type === 'boolean' && /^(true|false)$/.test(value)) return [key, value === 'true'];
      const isNumber = type === 'integer' || type === 'number';
      return [key, isNumber && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value];
    }),
  );

/** Limits the connections held open for one purpose. */
class ConnectionSlots {
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
