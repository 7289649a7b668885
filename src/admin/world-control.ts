import { authorizationOf } from '../dialects/authorization.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Analysis } from '../domain/analysis.ts';
import type { Contents } from '../store/contents.ts';
import type { ClockMode } from '../worlds/clock.ts';
import type { FaultRule } from '../worlds/fault-rule.ts';
import type { Fault } from '../worlds/faults.ts';
import { most } from '../worlds/limits.ts';
import type { SeenRequest } from '../worlds/seen-request.ts';
import type { RequestCount, RequestFilter, SeenRequestsLimits } from '../worlds/seen-requests.ts';
import type { Snapshot, World } from '../worlds/world.ts';
import { clockFrom } from './beginning.ts';
import {
  type CallerChange,
  type CallerView,
  callerViews,
  changeCaller,
  mintCaller,
  type NewCaller,
  revokeCaller,
} from './callers-control.ts';
import { chosenDialect, type DialectChoice } from './dialect-choice.ts';
import { type ExpectedRequests, expectNoMore, expectRequests } from './expectations.ts';
import { type ClientFinding, findingsOf } from './findings.ts';
import { checkFilter, checkGiven } from './given-check.ts';
import { addAnalysis, type NewAnalysis } from './new-analysis.ts';
import { addFault } from './new-fault.ts';
import type { NewReport } from './new-report-check.ts';
import { ControlProblem, tooMany } from './problem.ts';
import { relied } from './reliance.ts';
import {
  addReports,
  type ReportFilter,
  type ReportPage,
  type ReportView,
  reportPage,
} from './reports-control.ts';
import { checkedTime, type When } from './time.ts';

export interface SnapshotView {
  readonly name: string;
  readonly takenAt: string;
  readonly reports: number;
  readonly callers: number;
}

export interface ClockView {
  readonly mode: ClockMode;
  readonly now: string;
}

export interface WantedRequests {
  /** How many matching requests must have been seen; 1 where it is absent. */
  readonly count?: number;
  /** 10,000 where it is absent. */
  readonly timeoutMs?: number;
  /** Ends the wait early, as if it had taken too long. */
  readonly signal?: AbortSignal;
}

/** Everything that can be done to one world from outside the API. */
export class WorldControl {
  readonly #world: () => World;
  /** `{base_url}` of the feed. */
  readonly baseUrl: string;
  /** `{analysis_url}` of the lookup. */
  readonly analysisUrl: string;
  /** The world is asked for at every use, since it may be gone. */
  constructor(world: () => World, baseUrl: string) {
    this.#world = world;
    this.baseUrl = this.analysisUrl = baseUrl;
  }

  /** What the seeded callers send as Authorization, whole and as the dialect wants it, by their id. */
  get tokens(): { readonly [callerId: string]: string } {
    const { seed, dialect } = this.#world();
    return Object.fromEntries(
      seed.callers.map(({ id, token }) => [id, authorizationOf(dialect, token)]),
    );
  }

  get dialect(): Dialect {
    return this.#world().dialect;
  }

  /** From the next request on. */
  setDialect(choice: DialectChoice): void {
    this.#world().speak(chosenDialect(choice));
  }

  /** All that the world holds at this moment. */
  state(): Contents {
    return this.#world().store.state.contents();
  }

  /** Everything as it was in the beginning, except the snapshots. */
  reset(): Promise<void> {
    return this.#world().reset();
  }

  /** Keeps the contents, request counts included, under a name. */
  async takeSnapshot(name: string): Promise<SnapshotView> {
    if (typeof name !== 'string' || name.length < 1 || name.length > 100) {
      throw new ControlProblem('invalid-request', 'A snapshot has a name of 1 to 100 characters.');
    }
    const taken = await this.#world().takeSnapshot(name);
    if (taken) return snapshotView(taken);
    throw tooMany(`${most.snapshots} snapshots in a world`, 'Drop one first.');
  }

  snapshots(): SnapshotView[] {
    return Array.from(this.#world().snapshots.values(), snapshotView);
  }

  restoreSnapshot(name: string): Promise<void> {
    return this.#world().restore(this.#snapshot(name));
  }

  dropSnapshot(name: string): void {
    this.#snapshot(name);
    this.#world().snapshots.delete(name);
  }

  callers(): CallerView[] {
    return callerViews(this.#world());
  }

  async mintCaller(caller: NewCaller = {}): Promise<CallerView> {
    checkFilter('mintCaller', caller);
    return this.#relied((world) => mintCaller(world, caller));
  }

  async changeCaller(id: string, change: CallerChange): Promise<CallerView> {
    checkFilter('changeCaller', change);
    return this.#relied((world) => changeCaller(world, id, change));
  }

  revokeCaller(id: string): Promise<void> {
    return this.#relied((world) => revokeCaller(world, id));
  }

  async addAnalysis(analysis: NewAnalysis): Promise<Analysis> {
    checkGiven('addAnalysis', analysis);
    return this.#relied((world) => addAnalysis(world, analysis));
  }

  /** Reports, the latest first, a page at a time. */
  reports(filter: ReportFilter = {}): ReportPage {
    checkFilter('listReports', filter);
    return reportPage(this.#world(), filter);
  }

  /** All of them or none. Of a report only service, c2Address and file256Hash are needed. */
  addReports(reports: readonly NewReport[]): Promise<readonly ReportView[]> {
    return this.#relied((world) => addReports(world, reports));
  }

  services(): readonly string[] {
    return this.state().services;
  }

  async addService(service: string): Promise<void> {
    checkGiven('addService', { name: service });
    return this.#relied(async ({ store }) => {
      if (store.state.hasService(service)) {
        throw new ControlProblem('taken', `There is a service "${service}" already.`);
      }
      if (store.state.count('services') >= most.services) {
        throw tooMany(`${most.services} services in a world`, 'Reset it, or make another world.');
      }
      await store.commit({ type: 'service-added', service });
    });
  }

  /** The requests seen, the oldest first; with a limit, the latest. */
  requests(wanted: RequestFilter & { readonly limit?: number } = {}): SeenRequest[] {
    checkFilter('listRequests', wanted);
    const { limit, ...filter } = wanted;
    return this.#world().requests.list(filter, limit);
  }

  /** What clients did that the specification has not, by the requests seen. */
  findings(): readonly ClientFinding[] {
    return findingsOf(this.requests());
  }

  /** How many were seen, also of those that are no longer kept, as far as that is known. */
  countRequests(filter: RequestFilter = {}): number {
    return this.requestCount(filter).count;
  }

  /** The same, and whether it is all of them. */
  requestCount(filter: RequestFilter = {}): RequestCount {
    checkFilter('countRequests', filter);
    return this.#world().requests.count(filter);
  }

  /** How many requests and bytes are kept; more make the oldest go. */
  get requestLimits(): SeenRequestsLimits {
    return this.#world().requests.limits;
  }

  /** The matching requests, which are then expected; throws where they are not so many. */
  expectRequests(expected: ExpectedRequests = {}): readonly SeenRequest[] {
    checkFilter('expectRequests', expected);
    return expectRequests(this.#world().requests, expected);
  }

  /** Throws where requests were seen that no `expectRequests` has matched. */
  expectNoMore(filter: RequestFilter = {}): void {
    checkFilter('expectNoMore', filter);
    expectNoMore(this.#world().requests, filter);
  }

  clearRequests(): void {
    this.#world().requests.clear();
  }

  /** How many of the requests seen had to make room for later ones. */
  get requestsDropped(): number {
    return this.#world().requests.dropped;
  }

  /** Resolves when so many have been seen; throws a ControlProblem when that takes too long. */
  async waitForRequests(wanted: RequestFilter & WantedRequests = {}): Promise<SeenRequest[]> {
    const { signal, ...asked } = wanted;
    checkFilter('waitForRequests', asked);
    const { count = 1, timeoutMs = 10_000, ...filter } = asked;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), timeoutMs);
    const { requests, gone } = this.#world();
    const ends = [late.signal, gone, ...(signal ? [signal] : [])];
    const seen = await requests.until(count, filter, AbortSignal.any(ends));
    clearTimeout(timer);
    const found = requests.list(filter);
    if (seen) return found;
    const why = gone.aborted ? 'before the world was closed' : `within ${timeoutMs} ms`;
    const detail = `${found.length} of ${count} matching requests were seen ${why}.`;
    throw new ControlProblem('timed-out', detail);
  }

  /** Told of every request from now on; returns how to stop it. */
  onRequest(listener: (request: SeenRequest) => void): () => void {
    return this.#world().requests.watch((request) => {
      if (request !== 'cleared') listener(request);
    });
  }

  faults(): Fault[] {
    return this.#world().faults.list();
  }

  addFault(rule: FaultRule): Fault {
    return addFault(this.#world(), rule);
  }

  removeFault(id: string): void {
    if (this.#world().faults.remove(id)) return;
    throw new ControlProblem('not-found', `There is no fault "${id}". It may have worn off.`);
  }

  clearFaults(): void {
    this.#world().faults.clear();
  }

  clock(): ClockView {
    const { clock } = this.#world();
    return { mode: clock.mode, now: new Date(clock.now()).toISOString() };
  }

  setClock(setting: { readonly mode: ClockMode; readonly at?: When }): ClockView {
    checkGiven('setClock', setting);
    this.#world().clock.set(clockFrom(setting));
    return this.clock();
  }

  advanceClock(seconds: number): ClockView {
    checkGiven('advanceClock', { seconds });
    const { clock } = this.#world();
    checkedTime(clock.now() + seconds * 1000, `${seconds} seconds on`);
    clock.advance(seconds * 1000);
    return this.clock();
  }

  /** The seed that ids and minted tokens follow from; undefined where they come by chance. */
  idSeed(): string | undefined {
    return this.#world().ids.position.seed;
  }

  /** Ids from the seed, from its beginning; without one, by chance. */
  seedIds(seed: string | number | undefined): void {
    checkGiven('seedIds', { seed: seed ?? null });
    this.#world().seedIds(seed === undefined ? undefined : String(seed));
  }

  #snapshot(name: string) {
    const snapshot = this.#world().snapshots.get(name);
    if (snapshot) return snapshot;
    const names = [...this.#world().snapshots.keys()];
    const hint = names.length > 0 ? `There are ${names.join(', ')}.` : 'There is none yet.';
    throw new ControlProblem('not-found', `There is no snapshot "${name}". ${hint}`);
  }

  #relied<T>(act: (world: World) => Promise<T>): Promise<T> {
    const world = this.#world();
    return relied(world.store, () => act(world));
  }
}

const snapshotView = ({ name, takenAt, contents }: Snapshot): SnapshotView => ({
  name,
  takenAt: new Date(takenAt).toISOString(),
  reports: contents.reports.length,
  callers: contents.callers.length,
});
