import type { components, operations } from '../../spec/admin.generated.ts';
import { harOf } from '../../traffic/har.ts';
import { version } from '../../values/package-root.ts';
import { type ComputedFault, stages } from '../../worlds/fault-rule.ts';
import { most } from '../../worlds/limits.ts';
import type { World } from '../../worlds/world.ts';
import { addAnalysis } from './analyses-control.ts';
import { callerViews, changeCaller, mintCaller, revokeCaller } from './callers-control.ts';
import { chosenDialect, type DialectChoice, dialectView } from './dialect-choice.ts';
import { addFault } from './faults-control.ts';
import { expectNoFindings, findingsOf } from './findings.ts';
import { clockFrom } from './initial-state.ts';
import { ControlProblem, tooMany, unknownNamed } from './problem.ts';
import { addReports, removeReport, reportPage, reportView } from './reports-control.ts';
import { awaitRequests, expectNoMore, expectRequests, listRequests } from './requests-control.ts';
import { snapshotNamed, snapshotViews, takeSnapshot } from './snapshots-control.ts';
import { checkedTime } from './time.ts';

/** A world, and its base URL as programs know it. */
export interface Place {
  readonly world: World;
  readonly baseUrl: string;
}

type Json<Part> = Part extends { content: { 'application/json': infer Body } } ? Body : never;
type Responses<Id extends keyof operations> = operations[Id]['responses'];

/** What an operation is given, checked: the query, the body, and the parameter of its path. */
interface Call<Id extends keyof operations> {
  readonly param: string;
  readonly query: NonNullable<operations[Id]['parameters']['query']>;
  readonly body: Json<NonNullable<operations[Id]['requestBody']>>;
  /** In a program alone: computes the reply of a fault. */
  readonly reply?: ComputedFault['reply'] | undefined;
  /** Ends a wait. */
  readonly signal?: AbortSignal | undefined;
}

type Success<Id extends keyof operations> = Json<Responses<Id>[keyof Responses<Id> & (200 | 201)]>;

/** What an operation shows; nothing where it only acts. */
type Shown<Id extends keyof operations> = [Success<Id>] extends [never] ? unknown : Success<Id>;

export type Operation<Id extends keyof operations, On> = (
  on: On,
  call: Call<Id>,
) => Shown<Id> | Promise<Shown<Id>>;

/** The operations of admin.openapi.yaml on one world, by operationId: programs and requests call the same. */
export const worldOperations = {
  reset: ({ world }) => world.reset(),
  getState: ({ world }) => stateView(world),

  listSnapshots: ({ world }) => ({ snapshots: snapshotViews(world) }),
  takeSnapshot: ({ world }, { param }) => takeSnapshot(world, param),
  dropSnapshot: ({ world }, { param }) => world.snapshots.delete(snapshotNamed(world, param).name),
  restoreSnapshot: ({ world }, { param }) => world.restore(snapshotNamed(world, param)),

  listCallers: ({ world }) => ({ callers: callerViews(world) }),
  mintCaller: ({ world }, { body }) => world.step(() => mintCaller(world, body)),
  changeCaller: ({ world }, { param, body }) => world.step(() => changeCaller(world, param, body)),
  revokeCaller: ({ world }, { param }) => world.step(() => revokeCaller(world, param)),

  listServices: ({ world }) => ({ services: world.store.state.contents().services }),
  addService: ({ world }, { body }) => world.step(() => addService(world, body)),
  listAnalyses: ({ world }) => ({ analyses: world.store.state.contents().analyses }),
  addAnalysis: ({ world }, { body }) => world.step(() => addAnalysis(world, body)),
  listReports: ({ world }, { query }) => reportPage(world, query),
  addReports: ({ world }, { body }) =>
    world.step(() => ({ reports: addReports(world, body.reports) })),
  removeReport: ({ world }, { param }) => world.step(() => removeReport(world, param)),

  listRequests: ({ world }, { query }) => requestList(world, listRequests(world, query)),
  clearRequests: ({ world }) => world.requests.clear(),
  exportRequests: ({ world, baseUrl }, { query }) =>
    harOf(world.requests.list(query), { baseUrl, version: version() }),
  listFindings: ({ world }) => ({
    findings: findings(world).map(({ requests = [], ...rest }) => ({ ...rest, requests })),
  }),
  expectNoFindings: ({ world }, { body }) => expectNoFindings(world.requests.list(), body),
  countRequests: ({ world }, { query }) => ({
    ...world.requests.count(query),
    limits: requestLimits(world),
  }),
  expectRequests: ({ world }, { body }) => requestList(world, expectRequests(world.requests, body)),
  expectNoMore: ({ world }, { body }) => expectNoMore(world.requests, body),
  waitForRequests: async ({ world }, { query, signal }) =>
    requestList(world, await awaitRequests(world, query, signal)),

  listFaults: ({ world }) => ({ faults: world.faults.list(), stages }),
  addFault: ({ world }, { body, reply }) => addFault(world, body, reply),
  clearFaults: ({ world }) => world.faults.clear(),
  removeFault: ({ world }, { param }) => {
    if (!world.faults.remove(param)) throw unknownNamed('fault', param, 'It may have worn off.');
  },

  getDialect: ({ world }) => dialectView(world),
  setDialect: ({ world }, { body }) => {
    world.setDialect(chosenDialect(body as DialectChoice));
    return dialectView(world);
  },
  getClock: ({ world }) => clockView(world),
  setClock: ({ world }, { body }) => {
    world.clock.set(clockFrom(body));
    return clockView(world);
  },
  advanceClock: ({ world }, { body: { seconds } }) => {
    checkedTime(world.clock.now() + seconds * 1000, `${seconds} seconds on`);
    world.clock.advance(seconds * 1000);
    return clockView(world);
  },
  getIds: ({ world }) => idsView(world),
  seedIds: ({ world }, { body: { seed } }) => {
    world.seedIds(seed === null ? undefined : String(seed));
    return idsView(world);
  },
} satisfies { readonly [Id in keyof operations]?: Operation<Id, Place> };

export type WorldOperations = typeof worldOperations;

/** The clock of a world. */
export type ClockView = components['responses']['Clock']['content']['application/json'];

function clockView({ clock }: World): ClockView {
  return { mode: clock.mode, now: new Date(clock.now()).toISOString() };
}

function idsView({ ids }: World): { seed: string | null } {
  return { seed: ids.position.seed ?? null };
}

/** Everything in a world, with readable times. */
function stateView(world: World): components['schemas']['State'] {
  const { services, analyses, reports, deleted } = world.store.state.contents();
  return {
    now: clockView(world).now,
    services: [...services],
    callers: callerViews(world),
    analyses: [...analyses],
    reports: reports.map(reportView),
    deleted: [...deleted],
  };
}

export function findings({ requests }: World) {
  return findingsOf(requests.list());
}

function requestLimits({ requests: { limits } }: World) {
  return { requests: limits.entries, bytes: limits.bytes };
}

function requestList(world: World, requests: ReturnType<typeof listRequests>) {
  return { requests, dropped: world.requests.dropped, limits: requestLimits(world) };
}

function addService({ store }: World, { name }: { name: string }): { name: string } {
  if (store.state.hasService(name))
    throw new ControlProblem('taken', `There is a service "${name}" already.`);
  if (store.state.data.services.length >= most.services)
    throw tooMany(`${most.services} services in a world`, 'Reset it, or make another world.');
  store.commit({ type: 'service-added', service: name });
  return { name };
}
