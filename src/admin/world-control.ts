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

/** What the clock of a world shows. */
export interface ClockView {
  readonly mode: ClockMode;
  readonly now: string;
}

/** Everything that can be done to one world from outside the API. */
export class WorldControl {
  readonly #world: () => World;
  /** `{base_url}` of the feed. */
  readonly baseUrl: string;
  /** `{analysis_url}` of the lookup. */
  readonly analysisUrl: string;
  /**
   * The world is asked for at every use, since it may be gone.
   * @internal
   */
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

  /** What it answers to every open point. */
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
    return takeSnapshot(this.#world(), name);
  }

  /** The snapshots that were taken. */
  snapshots(): SnapshotView[] {
    return snapshotViews(this.#world());
  }

  /** Puts back what a snapshot kept. */
  restoreSnapshot(name: string): Promise<void> {
    const world = this.#world();
    return world.restore(snapshotNamed(world, name));
  }

  /** Forgets a snapshot. */
  dropSnapshot(name: string): void {
    const world = this.#world();
    world.snapshots.delete(snapshotNamed(world, name).name);
  }

  /** Everybody who has a token, with how many lookups are left. */
  callers(): CallerView[] {
    return callerViews(this.#world());
  }

  /**
   * Makes a caller; its token and what else is left out are made up.
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

  /** Its token is nobody's from then on. */
  revokeCaller(id: string): Promise<void> {
    return this.#relied((world) => revokeCaller(world, id));
  }

  /** Adds an analysis; of it only sha256Hash is needed. */
  async addAnalysis(analysis: NewAnalysis): Promise<Analysis> {
    checkRequestBody('addAnalysis', analysis);
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

  /** The services that have a feed. */
  services(): readonly string[] {
    return this.state().services;
  }

  /** Gives a service a feed. */
  async addService(service: string): Promise<void> {
    checkRequestBody('addService', { name: service });
    return this.#relied((world) => addService(world, service));
  }

  /** The requests seen, the oldest first; with a limit, the latest. */
  requests(wanted: RequestFilter & { readonly limit?: number } = {}): SeenRequest[] {
    checkFilter('listRequests', wanted);
    const { limit, ...filter } = wanted;
    return this.#world().requests.list(filter, limit);
  }

  /** The requests seen that were answered, as HAR 1.2; whose a token was stands for the token. */
  har(filter: RequestFilter = {}): Har {
    checkFilter('exportRequests', filter);
    const { baseUrl } = this;
    return harOf(this.#world().requests.list(filter), { baseUrl, version: version() });
  }

  /** What clients did that the specification has not, by the requests seen. */
  findings(): readonly ClientFinding[] {
    return findingsOf(this.requests());
  }

  /** Throws where a client did anything that the specification rules out or, unless a kind is given, leaves open. */
  expectNoFindings(filter: { readonly kind?: ClientFinding['kind'] } = {}): void {
    checkFilter('expectNoFindings', filter);
    expectNoFindings(this.requests(), filter);
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

  /** Forgets the requests seen. */
  clearRequests(): void {
    this.#world().requests.clear();
  }

  /** How many of the requests seen had to make room for later ones. */
  get requestsDropped(): number {
    return this.#world().requests.dropped;
  }

  /** Resolves when so many have been seen; throws a ControlProblem when that takes too long. */
  async waitForRequests(wanted: RequestFilter & WantedRequests = {}): Promise<SeenRequest[]> {
    const { signal: _, ...asked } = wanted;
    checkFilter('waitForRequests', asked);
    return awaitRequests(this.#world(), wanted);
  }

  /** Called for every request from now on; returns how to stop it. */
  onRequest(listener: (request: SeenRequest) => void): () => void {
    return this.#world().requests.watch((request) => {
      if (request !== 'cleared') listener(request);
    });
  }

  /** The faults that have not worn off. */
  faults(): Fault[] {
    return this.#world().faults.list();
  }

  /**
   * Lets requests go wrong, until it wears off or is removed.
   *
   * ```ts
   * world.addFault({ type: 'drop', when: 'after', operation: 'create', times: 1 });
   * ```
   */
  addFault(rule: FaultRule): Fault {
    return addFault(this.#world(), rule);
  }

  /** Ends a fault. */
  removeFault(id: string): void {
    if (this.#world().faults.remove(id)) return;
    throw new ControlProblem('not-found', `There is no fault "${id}". It may have worn off.`);
  }

  /** Ends all faults. */
  clearFaults(): void {
    this.#world().faults.clear();
  }

  /** What time it is in the world, and whether that goes on. */
  clock(): ClockView {
    const { clock } = this.#world();
    return { mode: clock.mode, now: new Date(clock.now()).toISOString() };
  }

  /** Sets or frees the clock. */
  setClock(setting: { readonly mode: ClockMode; readonly at?: When }): ClockView {
    checkRequestBody('setClock', setting);
    this.#world().clock.set(clockFrom(setting));
    return this.clock();
  }

  /** Moves the clock on. */
  advanceClock(seconds: number): ClockView {
    checkRequestBody('advanceClock', { seconds });
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
    checkRequestBody('seedIds', { seed: seed ?? null });
    this.#world().seedIds(seed === undefined ? undefined : String(seed));
  }

  #relied<T>(act: (world: World) => Promise<T>): Promise<T> {
    const world = this.#world();
    return retryUntilDurable(world.store, () => act(world));
  }
}
