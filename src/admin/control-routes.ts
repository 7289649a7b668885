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
import { streamRequests } from './event-stream.ts';

/** The server and world that a request to the control plane concerns. */
export interface Subject {
  readonly server: ServerControl & { readonly reload: () => Promise<void> };
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
class ControlOperations implements Handlers {
  readonly #shown: Show;
  readonly #readers = new ConnectionSlots(most.readers, 'readers of streams');
  readonly #waits = new ConnectionSlots(most.waits, 'waits for requests');

  constructor(shown: Show) {
    this.#shown = shown;
  }

  async getHealth(_subject: Subject, { req }: Call<'getHealth'>) {
    const found = await req.context.server.worlds.first.store.health();
    if (found !== 'ok') throw new ControlProblem('unhealthy', found.problem);
    return { status: 'ok' as const };
  }

  getVersion() {
    return { name: 'abuse-feed-kit' as const, version: version(), node: process.version };
  }

  getAdminDocument() {
    return { ...adminDocument() };
  }

  reset({ world }: Subject) {
    return world.reset();
  }

  reload({ server }: Subject) {
    return server.reload();
  }

  getState(subject: Subject) {
    return readDurably(subject, ({ world }) => stateView(world));
  }

  listSnapshots({ world }: Subject) {
    return { snapshots: world.snapshots() };
  }

  takeSnapshot({ world }: Subject, { param }: Call<'takeSnapshot'>) {
    return world.takeSnapshot(param);
  }

  dropSnapshot({ world }: Subject, { param }: Call<'dropSnapshot'>) {
    return world.dropSnapshot(param);
  }

  restoreSnapshot({ world }: Subject, { param }: Call<'restoreSnapshot'>) {
    return world.restoreSnapshot(param);
  }

  listCallers(subject: Subject) {
    return readDurably(subject, ({ world }) => ({ callers: world.callers() }));
  }

  mintCaller({ world }: Subject, { body }: Call<'mintCaller'>) {
    return world.mintCaller(body);
  }

  changeCaller({ world }: Subject, { param, body }: Call<'changeCaller'>) {
    return world.changeCaller(param, body);
  }

  revokeCaller({ world }: Subject, { param }: Call<'revokeCaller'>) {
    return world.revokeCaller(param);
  }

  listServices(subject: Subject) {
    return readDurably(subject, ({ world }) => ({ services: world.services() }));
  }

  async addService({ world }: Subject, { body }: Call<'addService'>) {
    const { name } = checked('addService', body);
    await world.addService(name);
    return { name };
  }

  listAnalyses(subject: Subject) {
    return readDurably(subject, ({ world }) => ({ analyses: world.state().analyses }));
  }

  addAnalysis({ world }: Subject, { body }: Call<'addAnalysis'>) {
    return world.addAnalysis(body);
  }

  listReports(subject: Subject, { query }: Call<'listReports'>) {
    return readDurably(subject, ({ controlled }) => searchReports(controlled, query));
  }

  async addReports({ controlled }: Subject, { body }: Call<'addReports'>) {
    const { reports } = checked('addReports', body);
    return { reports: await controlled.step((world) => addReports(world, reports)) };
  }

  removeReport({ world }: Subject, { param }: Call<'removeReport'>) {
    return world.removeReport(param);
  }

  listRequests({ world }: Subject, { query }: Call<'listRequests'>) {
    return requestList(world, world.requests(query));
  }

  clearRequests({ world }: Subject) {
    return world.clearRequests();
  }

  exportRequests({ world }: Subject, { query }: Call<'exportRequests'>) {
    return world.har(query);
  }

  listFindings({ world }: Subject) {
    const findings = world.findings();
    return { findings: findings.map(({ requests = [], ...rest }) => ({ ...rest, requests })) };
  }

  expectNoFindings({ world }: Subject, { body }: Call<'expectNoFindings'>) {
    return world.expectNoFindings(body);
  }

  countRequests({ world }: Subject, { query }: Call<'countRequests'>) {
    return { ...world.requestCount(query), limits: requestLimits(world) };
  }

  expectRequests({ world }: Subject, { body }: Call<'expectRequests'>) {
    return requestList(world, [...world.expectRequests(body)]);
  }

  expectNoMore({ world }: Subject, { body }: Call<'expectNoMore'>) {
    return world.expectNoMore(body);
  }

  async waitForRequests({ world }: Subject, { query, res }: Call<'waitForRequests'>) {
    const signal = this.#waits.take(res);
    return requestList(world, await world.waitForRequests({ ...query, signal }));
  }

  streamRequests({ controlled }: Subject, { req, res }: Call<'streamRequests'>) {
    this.#readers.take(res);
    streamRequests(controlled, req, res, this.#shown);
  }

  listFaults({ world }: Subject) {
    return { faults: world.faults(), stages };
  }

  async addFault({ controlled }: Subject, { body }: Call<'addFault'>) {
    const fault = await controlled.step(({ store }) => checkedFault(store, body));
    return addFault(controlled, fault);
  }

  clearFaults({ world }: Subject) {
    return world.clearFaults();
  }

  removeFault({ world }: Subject, { param }: Call<'removeFault'>) {
    return world.removeFault(param);
  }

  getDialect({ controlled }: Subject) {
    return dialectView(controlled);
  }

  setDialect({ world, controlled }: Subject, { body }: Call<'setDialect'>) {
    world.setDialect(sentChoice(body));
    return dialectView(controlled);
  }

  getClock({ world }: Subject) {
    return world.clock();
  }

  setClock({ world }: Subject, { body }: Call<'setClock'>) {
    return world.setClock(body);
  }

  advanceClock({ world }: Subject, { body }: Call<'advanceClock'>) {
    return world.advanceClock(checked('advanceClock', body).seconds);
  }

  getIds({ world }: Subject) {
    return { seed: world.idSeed() ?? null };
  }

  seedIds(subject: Subject, { body }: Call<'seedIds'>) {
    subject.world.seedIds(checked('seedIds', body).seed);
    return this.getIds(subject);
  }

  listWorlds({ server }: Subject, { req }: Call<'listWorlds'>) {
    const worlds = server.worlds();
    return { worlds: worlds.map(({ path, ...rest }) => ({ ...rest, ...worldUrls(req, path) })) };
  }

  async createWorld({ server }: Subject, { req, body }: Call<'createWorld'>) {
    const { dialect, ...rest } = body as NewWorld;
    const asked = { ...rest, ...(dialect !== undefined && { dialect: sentChoice(dialect) }) };
    return worldFrom(req, await server.createWorld(asked));
  }

  dropWorld({ server }: Subject, { param }: Call<'dropWorld'>) {
    return server.dropWorld(param);
  }
}

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
export function controlRoutes(subjectOf: (req: Request) => Subject, shown: Show): RequestHandler {
  const handlers = new ControlOperations(shown);
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
      const handle = (handlers[operationId as keyof Handlers] as Handler).bind(handlers);
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
