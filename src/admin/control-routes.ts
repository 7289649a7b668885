import { type Request, type RequestHandler, type Response, Router } from 'express';
import { adminDocument, adminOperations } from '../contract/admin-document.ts';
import type { DocumentSchema } from '../document/document-check.ts';
import { serverAt } from '../http/called-at.ts';
import { goneSignal } from '../http/reply/delivery.ts';
import { sendText } from '../pages/send-text.ts';
import type { operations } from '../spec/admin.generated.ts';
import { version } from '../values/package-root.ts';
import { most } from '../worlds/limits.ts';
import { heard } from './control/given.ts';
import { ControlProblem, tooMany } from './control/problem.ts';
import { searchReports } from './control/reports-control.ts';
import { type NewWorld, type ServerControl, worldPath } from './control/server-control.ts';
import { adminUrlOf } from './control/world-control.ts';
import { type Operation, type Place, worldOperations } from './control/world-operations.ts';

/** The server and world that a request to the control plane concerns. */
export interface ControlSubject extends Place {
  readonly server: ServerControl & { readonly reload: () => Promise<void> };
}

/** A subject, and what all requests of a server share. */
interface Subject extends ControlSubject {
  readonly req: Request;
  /** Takes one of the connections that may wait. */
  readonly wait: () => AbortSignal;
}

/** What may be shown of a value. */
export type Show = <T>(value: T) => T;

type Operations = { readonly [Id in keyof operations]: Operation<Id, Subject> };
const { getState, listCallers, listServices, listAnalyses, addFault, waitForRequests } =
  worldOperations;

/** The operations of admin.openapi.yaml, by operationId: those of a world, and what they are more for a request. */
const controlOperations: Operations = {
  ...worldOperations,
  getHealth: async ({ req }) => {
    const found = await req.context.server.worlds.first.store.health();
    if (found !== 'ok') throw new ControlProblem('unhealthy', found.problem);
    return { status: 'ok' };
  },
  getVersion: () => ({ name: 'abuse-feed-kit', version: version(), node: process.version }),
  getAdminDocument: () => ({ ...adminDocument() }),
  reload: ({ server }) => server.reload(),

  // Their replies wait until what they show is durable.
  getState: (on) => on.world.step(() => getState(on)),
  listCallers: (on) => on.world.step(() => listCallers(on)),
  listServices: (on) => on.world.step(() => listServices(on)),
  listAnalyses: (on) => on.world.step(() => listAnalyses(on)),
  listReports: async ({ world }, { query }) => world.step(() => searchReports(world, query)),
  addFault: (on, call) => on.world.step(() => addFault(on, call)),
  waitForRequests: (on, call) => waitForRequests(on, { ...call, signal: on.wait() }),

  listWorlds: ({ server, req }) => ({
    worlds: server.worlds().map(({ path, ...rest }) => ({ ...rest, ...worldUrls(req, path) })),
  }),
  createWorld: async ({ server, req }, { body }) => {
    const { id, tokens } = server.makeWorld(body as NewWorld);
    return { id, ...worldUrls(req, worldPath(id)), tokens };
  },
  dropWorld: ({ server }, { param }) => server.dropWorld(param),
};

/** The URLs of a world, under the host name that the client used: ports may be forwarded. */
function worldUrls(req: Request, path: string) {
  const baseUrl = `${serverAt(req)}${path}`;
  return { baseUrl, analysisUrl: baseUrl, adminUrl: adminUrlOf(baseUrl) };
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
    router ??= routerOf((asked, answer) => {
      const wait = () => waits.take(answer);
      return { ...subjectOf(asked), req: asked, wait };
    }, shown);
    router(req, res, next);
  };
}

function routerOf(subjectOf: (req: Request, res: Response) => Subject, shown: Show): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const all = adminOperations();
  for (const path of new Set(all.map((one) => one.path))) {
    const here = all.filter((one) => one.path === path);
    const route = router.route(path.replace(/\{(\w+)\}/g, ':$1'));
    for (const { method, operationId, status, parameters, body } of here) {
      const id = operationId as keyof operations;
      const act = controlOperations[id] as (on: Subject, call: object) => unknown;
      route[method](async (req, res) => {
        if (body?.required && req.body === undefined)
          throw new ControlProblem('not-json', 'The body is missing. Send application/json.');
        const [param] = Object.values(req.params);
        const given = { param, query: typedQuery(req.query, parameters), body: req.body };
        const result = await act(subjectOf(req, res), heard(id, given, 'request'));
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
