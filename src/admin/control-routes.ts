import { type Request, type RequestHandler, type Response, Router } from 'express';
import { adminDocument, adminOperations } from '../contract/admin-document.ts';
import type { DocumentSchema } from '../document/document-check.ts';
import { goneSignal } from '../http/reply/delivery.ts';
import { sendText } from '../pages/send-text.ts';
import type { operations } from '../spec/admin.generated.ts';
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

/** The server and world that a request to the control plane concerns. */
export interface ControlSubject {
  readonly server: ServerControl & { readonly reload: () => Promise<void> };
  readonly world: WorldControl;
  /** The world behind `world`. */
  readonly controlled: World;
}

/** A subject, and what all requests of a server share. */
interface Subject extends ControlSubject {
  readonly waits: WaitingConnections;
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

/** Typed by the table of operations alone. */
type Handler = (subject: Subject, call: object) => unknown;
type Handlers = {
  readonly [Id in keyof operations]: (
    subject: Subject,
    call: Call<Id>,
  ) => Shown<Id> | Promise<Shown<Id>>;
};

/** The operations of admin.openapi.yaml, by operationId, for validated requests. */
const controlOperations: Handlers = {
  getHealth: async (_subject, { req }) => {
    const found = await req.context.server.worlds.first.store.health();
    if (found !== 'ok') throw new ControlProblem('unhealthy', found.problem);
    return { status: 'ok' };
  },
  getVersion: () => ({ name: 'abuse-feed-kit', version: version(), node: process.version }),
  getAdminDocument: () => ({ ...adminDocument() }),
  reset: ({ world }) => world.reset(),
  reload: ({ server }) => server.reload(),
  getState: (subject) => readDurably(subject, ({ world }) => stateView(world)),

  listSnapshots: ({ world }) => ({ snapshots: world.snapshots() }),
  takeSnapshot: ({ world }, { param }) => world.takeSnapshot(param),
  dropSnapshot: ({ world }, { param }) => world.dropSnapshot(param),
  restoreSnapshot: ({ world }, { param }) => world.restoreSnapshot(param),

  listCallers: (subject) => readDurably(subject, ({ world }) => ({ callers: world.callers() })),
  mintCaller: ({ world }, { body }) => world.mintCaller(body),
  changeCaller: ({ world }, { param, body }) => world.changeCaller(param, body),
  revokeCaller: ({ world }, { param }) => world.revokeCaller(param),

  listServices: (subject) => readDurably(subject, ({ world }) => ({ services: world.services() })),
  addService: async ({ world }, { body }) => {
    const { name } = checked('addService', body);
    await world.addService(name);
    return { name };
  },
  listAnalyses: (subject) =>
    readDurably(subject, ({ world }) => ({ analyses: world.state().analyses })),
  addAnalysis: ({ world }, { body }) => world.addAnalysis(body),
  listReports: (subject, { query }) =>
    readDurably(subject, ({ controlled }) => searchReports(controlled, query)),
  addReports: async ({ controlled }, { body }) => {
    const { reports } = checked('addReports', body);
    return { reports: await controlled.step((world) => addReports(world, reports)) };
  },
  removeReport: ({ world }, { param }) => world.removeReport(param),

  listRequests: ({ world }, { query }) => requestList(world, world.requests(query)),
  clearRequests: ({ world }) => world.clearRequests(),
  exportRequests: ({ world }, { query }) => world.har(query),
  listFindings: ({ world }) => ({
    findings: world.findings().map(({ requests = [], ...rest }) => ({ ...rest, requests })),
  }),
  expectNoFindings: ({ world }, { body }) => world.expectNoFindings(body),
  countRequests: ({ world }, { query }) => ({
    ...world.requestCount(query),
    limits: requestLimits(world),
  }),
  expectRequests: ({ world }, { body }) => requestList(world, [...world.expectRequests(body)]),
  expectNoMore: ({ world }, { body }) => world.expectNoMore(body),
  waitForRequests: async ({ world, waits }, { query, res }) => {
    const signal = waits.take(res);
    return requestList(world, await world.waitForRequests({ ...query, signal }));
  },

  listFaults: ({ world }) => ({ faults: world.faults(), stages }),
  addFault: async ({ controlled }, { body }) => {
    const fault = await controlled.step(({ store }) => checkedFault(store, body));
    return addFault(controlled, fault);
  },
  clearFaults: ({ world }) => world.clearFaults(),
  removeFault: ({ world }, { param }) => world.removeFault(param),

  getDialect: ({ controlled }) => dialectView(controlled),
  setDialect: ({ world, controlled }, { body }) => {
    world.setDialect(sentChoice(body));
    return dialectView(controlled);
  },
  getClock: ({ world }) => world.clock(),
  setClock: ({ world }, { body }) => world.setClock(body),
  advanceClock: ({ world }, { body }) => world.advanceClock(checked('advanceClock', body).seconds),
  getIds: ({ world }) => ({ seed: world.idSeed() ?? null }),
  seedIds: ({ world }, { body }) => {
    world.seedIds(checked('seedIds', body).seed);
    return { seed: world.idSeed() ?? null };
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

/** Reads wait until what they show is durable. */
async function readDurably<Body>(
  subject: Subject,
  read: (subject: Subject) => Body | Promise<Body>,
): Promise<Body> {
  return subject.controlled.store.durably(() => read(subject));
}

function requestLimits({ requestLimits: { entries, bytes } }: WorldControl) {
  return { requests: entries, bytes };
}

function requestList(world: WorldControl, requests: ReturnType<WorldControl['requests']>) {
  return { requests, dropped: world.requestsDropped, limits: requestLimits(world) };
}

/** Handles what admin.openapi.yaml describes. */
export function controlRoutes(
  subjectOf: (req: Request) => ControlSubject,
  shown: Show,
): RequestHandler {
  const waits = new WaitingConnections();
  // On first use: reading the document would delay the start.
  let router: Router | undefined;
  return (req, res, next) => {
    router ??= routerOf((asked) => ({ ...subjectOf(asked), waits }), shown);
    router(req, res, next);
  };
}

function routerOf(subjectOf: (req: Request) => Subject, shown: Show): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const operations = adminOperations();
  for (const path of new Set(operations.map((one) => one.path))) {
    const here = operations.filter((one) => one.path === path);
    const route = router.route(path.replace(/\{(\w+)\}/g, ':$1'));
    for (const operation of here) {
      const { method, operationId, status, parameters, body } = operation;
      const handle = controlOperations[operationId as keyof Handlers] as Handler;
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
        res.status(status);
        if (status === 204) res.end();
        else await sendText(req, res.type('json'), JSON.stringify(shown(result)));
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
function typedQuery(query: object, { properties = {} }: DocumentSchema): object {
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => {
      const type = properties[key]?.type;
      if (type === 'boolean' && /^(true|false)$/.test(value)) return [key, value === 'true'];
      const isNumber = type === 'integer' || type === 'number';
      return [key, isNumber && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value];
    }),
  );
}

/** Limits the connections that wait for requests. */
class WaitingConnections {
  #taken = 0;

  /** Counts a connection until it closes; the signal then fires. */
  take(res: Response): AbortSignal {
    if (this.#taken >= most.waits)
      throw tooMany(`${most.waits} waits for requests at the same time`, 'Hang up one first.');
    const gone = goneSignal(res);
    // A connection that is already closed emits no close event.
    if (gone.aborted) return gone;
    this.#taken += 1;
    gone.addEventListener('abort', () => (this.#taken -= 1));
    return gone;
  }
}
