import { authorizationOf } from '../dialects/authorization.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Analysis } from '../domain/analysis.ts';
import { version } from '../spec/package-root.ts';
import type { Contents } from '../store/contents.ts';
import type { ClockMode } from '../worlds/clock.ts';
import type { FaultRule } from '../worlds/fault-rule.ts';
import type { Fault } from '../worlds/faults.ts';
import type { SeenRequest } from '../worlds/seen-request.ts';
import type { RequestCount, RequestFilter, SeenRequestsLimits } from '../worlds/seen-requests.ts';
import type { World } from '../worlds/world.ts';
import { awaitRequests, type WantedRequests } from './awaited-requests.ts';
import {
  type CallerChange,
  type CallerView,
  callerViews,
  changeCaller,
  mintCaller,
  type NewCaller,
  revokeCaller,
} from './callers-control.ts';
import { type ExpectedRequests, expectNoMore, expectRequests } from './expectations.ts';
import { type ClientFinding, expectNoFindings, findingsOf } from './findings.ts';
import { type Har, harOf } from './har.ts';
import { ControlProblem } from './problem.ts';
import { retryUntilDurable } from './reliance.ts';
import {
  addReports,
  type ReportFilter,
  type ReportPage,
  type ReportView,
  reportPage,
} from './reports-control.ts';
import { chosenDialect, type DialectChoice } from './request-bodies/dialect-choice.ts';
import { clockFrom } from './request-bodies/initial-state.ts';
import { addAnalysis, type NewAnalysis } from './request-bodies/new-analysis.ts';
import { addFault } from './request-bodies/new-fault.ts';
import type { NewReport } from './request-bodies/new-report-check.ts';
import { checkFilter, checkRequestBody } from './request-bodies/request-body-check.ts';
import { checkedTime, type When } from './request-bodies/time.ts';
import { addService } from './services-control.ts';
import {
  type SnapshotView,
  snapshotNamed,
  snapshotViews,
  takeSnapshot,
} from './snapshots-control.ts';

/** The clock of a world. */
export interface ClockView {
  readonly mode: ClockMode;
  readonly now: string;
}

/** Controls one world from outside the API. */
export class WorldControl {
  readonly #world: () => World;
  /** `{base_url}` of the feed. */
  readonly baseUrl: string;
  /** `{analysis_url}` of the lookup. */
  readonly analysisUrl: string;
  /**
   * The world is looked up on every use, since it may have been dropped.
   * @internal
   */
  constructor(world: () => World, baseUrl: string) {
    this.#world = world;
    this.baseUrl = this.analysisUrl = baseUrl;
  }

  /** The complete Authorization headers of the seeded callers, in the form of the dialect, by caller id. */
  get tokens(): { readonly [callerId: string]: string } {
    const { seed, dialect } = this.#world();
    return Object.fromEntries(
      seed.callers.map(({ id, token }) => [id, authorizationOf(dialect, token)]),
    );
  }

  /** Its answers to all open points. */
  get dialect(): Dialect {
    return this.#world().dialect;
  }

  /** Takes effect with the next request. */
  setDialect(choice: DialectChoice): void {
    this.#world().speak(chosenDialect(choice));
  }

  /** The current contents of the world. */
  state(): Contents {
    return this.#world().store.state.contents();
  }

  /** Restores the initial state; snapshots are kept. */
  reset(): Promise<void> {
    return this.#world().reset();
  }

  /** Saves the contents, including request counts, under a name. */
  async takeSnapshot(name: string): Promise<SnapshotView> {
    return takeSnapshot(this.#world(), name);
  }

  /** All snapshots. */
  snapshots(): SnapshotView[] {
    return snapshotViews(this.#world());
  }

  /** Restores a snapshot. */
  restoreSnapshot(name: string): Promise<void> {
    const world = this.#world();
    return world.restore(snapshotNamed(world, name));
  }

  /** Deletes a snapshot. */
  dropSnapshot(name: string): void {
    const world = this.#world();
    world.snapshots.delete(snapshotNamed(world, name).name);
  }

  /** All callers, with their remaining lookups. */
  callers(): CallerView[] {
    return callerViews(this.#world());
  }

  /**
   * Creates a caller; the token and other omitted fields are generated.
   *
   * ```ts
   * const { token } = await world.mintCaller({ roles: ['researcher'], requestsLeft: 2 });
   * ```
   */
  async mintCaller(caller: NewCaller = {}): Promise<CallerView> {
    checkFilter('mintCaller', caller);
    return this.#relied((world) => mintCaller(world, caller));
  }

  /** Changes a caller; what is left out stays. */
  async changeCaller(id: string, change: CallerChange): Promise<CallerView> {
    checkFilter('changeCaller', change);
    return this.#relied((world) => changeCaller(world, id, change));
  }

  /** Its token becomes unknown. */
  revokeCaller(id: string): Promise<void> {
    return this.#relied((world) => revokeCaller(world, id));
  }

  /** Adds an analysis; only sha256Hash is required. */
  async addAnalysis(analysis: NewAnalysis): Promise<Analysis> {
    checkRequestBody('addAnalysis', analysis);
    return this.#relied((world) => addAnalysis(world, analysis));
  }

  /** Reports, newest first, paged. */
  reports(filter: ReportFilter = {}): ReportPage {
    checkFilter('listReports', filter);
    return reportPage(this.#world(), filter);
  }

  /** Adds reports atomically. Only service, c2Address and file256Hash are required. */
  addReports(reports: readonly NewReport[]): Promise<readonly ReportView[]> {
    return this.#relied((world) => addReports(world, reports));
  }

  /** The services that have a feed. */
  services(): readonly string[] {
    return this.state().services;
  }

  /** Gives a service a feed. */
  async addService(service: string): Promise<void> {
    checkRequestBody('addService', { name: service });
    return this.#relied((world) => addService(world, service));
  }

  /** The requests seen, oldest first; with a limit, the newest ones. */
  requests(wanted: RequestFilter & { readonly limit?: number } = {}): SeenRequest[] {
    checkFilter('listRequests', wanted);
    const { limit, ...filter } = wanted;
    return this.#world().requests.list(filter, limit);
  }

  /** The answered requests as HAR 1.2; tokens are replaced by placeholders. */
  har(filter: RequestFilter = {}): Har {
    checkFilter('exportRequests', filter);
    const { baseUrl } = this;
    return harOf(this.#world().requests.list(filter), { baseUrl, version: version() });
  }

  /** What clients did against the specification, from the requests seen. */
  findings(): readonly ClientFinding[] {
    return findingsOf(this.requests());
  }

  /** Throws if a client did anything that the specification rules out or, unless a kind is given, leaves open. */
  expectNoFindings(filter: { readonly kind?: ClientFinding['kind'] } = {}): void {
    checkFilter('expectNoFindings', filter);
    expectNoFindings(this.requests(), filter);
  }

  /** The number of requests seen, including those no longer kept, as far as known. */
  countRequests(filter: RequestFilter = {}): number {
    return this.requestCount(filter).count;
  }

  /** The same, and whether the count is complete. */
  requestCount(filter: RequestFilter = {}): RequestCount {
    checkFilter('countRequests', filter);
    return this.#world().requests.count(filter);
  }

  /** The limits of kept requests and bytes; beyond them, the oldest are dropped. */
  get requestLimits(): SeenRequestsLimits {
    return this.#world().requests.limits;
  }

  /** Returns the matching requests and marks them as expected; throws if the number differs. */
  expectRequests(expected: ExpectedRequests = {}): readonly SeenRequest[] {
    checkFilter('expectRequests', expected);
    return expectRequests(this.#world().requests, expected);
  }

  /** Throws if there are requests that no `expectRequests` has matched. */
  expectNoMore(filter: RequestFilter = {}): void {
    checkFilter('expectNoMore', filter);
    expectNoMore(this.#world().requests, filter);
  }

  /** Clears the requests seen. */
  clearRequests(): void {
    this.#world().requests.clear();
  }

  /** The number of requests dropped to make room for later ones. */
  get requestsDropped(): number {
    return this.#world().requests.dropped;
  }

  /** Resolves when this many requests have been seen; throws a ControlProblem after the timeout. */
  async waitForRequests(wanted: RequestFilter & WantedRequests = {}): Promise<SeenRequest[]> {
    const { signal: _, ...asked } = wanted;
    checkFilter('waitForRequests', asked);
    return awaitRequests(this.#world(), wanted);
  }

  /** Calls the listener for every request from now on; returns a function that unsubscribes. */
  onRequest(listener: (request: SeenRequest) => void): () => void {
    return this.#world().requests.watch((request) => {
      if (request !== 'cleared') listener(request);
    });
  }

  /** The faults that are not used up. */
  faults(): Fault[] {
    return this.#world().faults.list();
  }

  /**
   * Adds a fault, active until it is used up or removed.
   *
   * ```ts
   * world.addFault({ type: 'drop', when: 'after', operation: 'create', times: 1 });
   * ```
   */
  addFault(rule: FaultRule): Fault {
    return addFault(this.#world(), rule);
  }

  /** Removes a fault. */
  removeFault(id: string): void {
    if (this.#world().faults.remove(id)) return;
    throw new ControlProblem('not-found', `There is no fault "${id}". It may have worn off.`);
  }

  /** Removes all faults. */
  clearFaults(): void {
    this.#world().faults.clear();
  }

  /** The time of the world, and the mode of its clock. */
  clock(): ClockView {
    const { clock } = this.#world();
    return { mode: clock.mode, now: new Date(clock.now()).toISOString() };
  }

  /** Sets the clock's mode and time. */
  setClock(setting: { readonly mode: ClockMode; readonly at?: When }): ClockView {
    checkRequestBody('setClock', setting);
    this.#world().clock.set(clockFrom(setting));
    return this.clock();
  }

  /** Advances the clock. */
  advanceClock(seconds: number): ClockView {
    checkRequestBody('advanceClock', { seconds });
    const { clock } = this.#world();
    checkedTime(clock.now() + seconds * 1000, `${seconds} seconds on`);
    clock.advance(seconds * 1000);
    return this.clock();
  }

  /** The seed of ids and minted tokens; undefined if they are random. */
  idSeed(): string | undefined {
    return this.#world().ids.position.seed;
  }

  /** Restarts ids from the seed; without one, they are random. */
  seedIds(seed: string | number | undefined): void {
    checkRequestBody('seedIds', { seed: seed ?? null });
    this.#world().seedIds(seed === undefined ? undefined : String(seed));
  }

  #relied<T>(act: (world: World) => Promise<T>): Promise<T> {
    const world = this.#world();
    return retryUntilDurable(world.store, () => act(world));
  }
}
