import type { Dialect } from '../../dialects/dialect.ts';
import type { Analysis } from '../../domain/analysis.ts';
import type { Contents } from '../../store/contents.ts';
import type { SeenExchange } from '../../traffic/exchange.ts';
import type { Har } from '../../traffic/har.ts';
import { described } from '../../values/described.ts';
import { guarded } from '../../values/guarded.ts';
import type { ClockMode } from '../../worlds/clock.ts';
import type { ComputedFault, FaultRule } from '../../worlds/fault-rule.ts';
import type {
  RequestCount,
  RequestFilter,
  SeenRequestsLimits,
} from '../../worlds/seen-requests.ts';
import type { World } from '../../worlds/world.ts';
import type { Fault } from '../../worlds/world-faults.ts';
import type { NewAnalysis } from './analyses-control.ts';
import { type CallerChange, type CallerView, type NewCaller, tokensOf } from './callers-control.ts';
import { chosenDialect, type DialectChoice } from './dialect-choice.ts';
import { faultParts } from './faults-control.ts';
import type { ClientFinding } from './findings.ts';
import { type Given, heard } from './given.ts';
import { invalid } from './problem.ts';
import type { NewReport, ReportFilter, ReportPage, ReportView } from './reports-control.ts';
import {
  type ExpectedRequests,
  type ListedRequests,
  signalIn,
  type WantedRequests,
} from './requests-control.ts';
import type { SnapshotView } from './snapshots-control.ts';
import type { When } from './time.ts';
import {
  type ClockView,
  findings,
  type WorldOperations,
  worldOperations,
} from './world-operations.ts';

/** The control plane of a world is below its base URL. */
export function adminUrlOf(baseUrl: string): string {
  return `${baseUrl}/__admin`;
}

/** Controls one world from outside the API. */
export class WorldControl {
  readonly #world: () => World;
  readonly #baseUrl: () => string;

  /**
   * The world is looked up on every use, since it may have been dropped.
   * @internal
   */
  constructor(world: () => World, baseUrl: () => string) {
    this.#world = world;
    this.#baseUrl = baseUrl;
    // Methods work when they are destructured.
    for (
      let of = Object.getPrototypeOf(this);
      of !== Object.prototype;
      of = Object.getPrototypeOf(of)
    )
      for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(of)))
        if (typeof value === 'function' && name !== 'constructor' && !Object.hasOwn(this, name))
          Object.defineProperty(this, name, {
            value: value.bind(this),
            configurable: true,
            writable: true,
          });
  }

  /** `{base_url}` of the feed. */
  get baseUrl(): string {
    return this.#baseUrl();
  }

  /** `{analysis_url}` of the lookup. */
  get analysisUrl(): string {
    return this.#baseUrl();
  }

  /** The URL of its control plane. */
  get adminUrl(): string {
    return adminUrlOf(this.#baseUrl());
  }

  /** The complete Authorization headers of its callers, seeded and minted, in the form of the dialect, by caller id. */
  get tokens(): { readonly [callerId: string]: string } {
    return tokensOf(this.#world());
  }

  /** Its answers to all open points. */
  get dialect(): Dialect {
    return this.#world().dialect;
  }

  /** Takes effect with the next request. */
  setDialect(choice: DialectChoice): void {
    this.#world().setDialect(chosenDialect(choice));
  }

  /** The current contents of the world. */
  state(): Contents {
    return this.#world().store.state.contents();
  }

  /** Restores the initial state; snapshots are kept. */
  async reset(): Promise<void> {
    await this.#do('reset');
  }

  /** Saves the contents, including request counts, under a name. */
  async takeSnapshot(name: string): Promise<SnapshotView> {
    return this.#do('takeSnapshot', { param: name });
  }

  /** All snapshots. */
  snapshots(): SnapshotView[] {
    return this.#do('listSnapshots').snapshots;
  }

  /** Restores a snapshot. */
  async restoreSnapshot(name: string): Promise<void> {
    await this.#do('restoreSnapshot', { param: name });
  }

  /** Deletes a snapshot. */
  dropSnapshot(name: string): void {
    this.#do('dropSnapshot', { param: name });
  }

  /** All callers, with their remaining lookups. */
  callers(): CallerView[] {
    return this.#do('listCallers').callers;
  }

  /**
   * Creates a caller; the token and other omitted fields are generated.
   *
   * ```ts
   * const { token } = await world.mintCaller({ roles: ['researcher'], requestsLeft: 2 });
   * ```
   */
  async mintCaller(caller: NewCaller = {}): Promise<CallerView> {
    return this.#do('mintCaller', { body: caller });
  }

  /** Changes a caller; what is left out stays. */
  async changeCaller(id: string, change: CallerChange): Promise<CallerView> {
    return this.#do('changeCaller', { param: id, body: change });
  }

  /** Its token becomes unknown. */
  async revokeCaller(id: string): Promise<void> {
    await this.#do('revokeCaller', { param: id });
  }

  /** Adds an analysis; only sha256Hash is required. */
  async addAnalysis(analysis: NewAnalysis): Promise<Analysis> {
    return this.#do('addAnalysis', { body: analysis });
  }

  /** Reports, newest first, paged. */
  reports(filter: ReportFilter = {}): ReportPage {
    return this.#do('listReports', { query: filter });
  }

  /** Adds reports atomically. Only service, c2Address and file256Hash are required. */
  async addReports(reports: readonly NewReport[]): Promise<readonly ReportView[]> {
    return (await this.#do('addReports', { body: { reports } })).reports;
  }

  /** Removes a report, as if somebody who may had deleted it. */
  async removeReport(id: string): Promise<void> {
    await this.#do('removeReport', { param: id });
  }

  /** The services that have a feed. */
  services(): readonly string[] {
    return this.#do('listServices').services;
  }

  /** Gives a service a feed. */
  async addService(service: string): Promise<void> {
    await this.#do('addService', { body: { name: service } });
  }

  /** The faults that are not used up. */
  faults(): Fault[] {
    return this.#do('listFaults').faults;
  }

  /**
   * Adds a fault, active until it is used up or removed.
   *
   * ```ts
   * world.addFault({ type: 'drop', when: 'after', operation: 'create', times: 1 });
   * world.addFault({ operation: 'lookup', reply: ({ url }) => ({ status: 404, body: { url } }) });
   * ```
   */
  addFault(fault: FaultRule | ComputedFault): Fault {
    const { rule, reply } = faultParts(fault);
    return this.#do('addFault', { body: rule, reply });
  }

  /** Removes a fault. */
  removeFault(id: string): void {
    this.#do('removeFault', { param: id });
  }

  /** Removes all faults. */
  clearFaults(): void {
    this.#do('clearFaults');
  }

  /** The time of the world, and the mode of its clock. */
  clock(): ClockView {
    return this.#do('getClock');
  }

  /** Sets the clock's mode and time. */
  setClock(setting: { readonly mode: ClockMode; readonly at?: When }): ClockView {
    return this.#do('setClock', { body: setting });
  }

  /** Advances the clock. */
  advanceClock(seconds: number): ClockView {
    return this.#do('advanceClock', { body: { seconds } });
  }

  /** The seed of ids and minted tokens; undefined if they are random. */
  idSeed(): string | undefined {
    return this.#do('getIds').seed ?? undefined;
  }

  /** Restarts ids from the seed; without one, they are random. */
  seedIds(seed: string | number | null = null): void {
    this.#do('seedIds', { body: { seed } });
  }

  /** The requests seen, oldest first; with a limit, the newest ones. */
  requests(wanted: ListedRequests = {}): SeenExchange[] {
    return this.#do('listRequests', { query: wanted }).requests;
  }

  /** The answered requests as HAR 1.2; tokens are replaced by placeholders. */
  har(filter: RequestFilter = {}): Har {
    return this.#do('exportRequests', { query: filter });
  }

  /** What clients did against the specification, from the requests seen. */
  findings(): readonly ClientFinding[] {
    return findings(this.#world());
  }

  /** Throws if a client did anything that the specification rules out or, unless a kind is given, leaves open. */
  expectNoFindings(filter: { readonly kind?: ClientFinding['kind'] } = {}): void {
    this.#do('expectNoFindings', { body: filter });
  }

  /** The number of requests that are kept. */
  countRequests(filter: RequestFilter = {}): number {
    return this.requestCount(filter).count;
  }

  /** The same, and whether the count is complete. */
  requestCount(filter: RequestFilter = {}): RequestCount {
    const { count, complete } = this.#do('countRequests', { query: filter });
    return { count, complete };
  }

  /** The limits of kept requests and bytes; beyond them, the oldest are dropped. */
  get requestLimits(): SeenRequestsLimits {
    return this.#world().requests.limits;
  }

  /** Returns the matching requests and marks them as expected; throws if the number differs. */
  expectRequests(expected: ExpectedRequests = {}): readonly SeenExchange[] {
    return this.#do('expectRequests', { body: expected }).requests;
  }

  /** Throws if there are requests that no `expectRequests` has matched. */
  expectNoMore(filter: RequestFilter = {}): void {
    this.#do('expectNoMore', { body: filter });
  }

  /** Clears the requests seen. */
  clearRequests(): void {
    this.#do('clearRequests');
  }

  /** The number of requests dropped to make room for later ones. */
  get requestsDropped(): number {
    return this.#world().requests.dropped;
  }

  /** Resolves when this many requests have been seen; throws a ControlProblem after the timeout. */
  async waitForRequests(wanted: RequestFilter & WantedRequests = {}): Promise<SeenExchange[]> {
    return (await this.#do('waitForRequests', signalIn(wanted))).requests;
  }

  /**
   * Calls the listener for every request from now on; returns a function that unsubscribes. A listener that throws
   * is a warning of the process, and ends nothing.
   */
  onRequest(listener: (seen: SeenExchange) => void): () => void {
    if (typeof listener !== 'function')
      throw invalid(`onRequest() takes a function, and got ${described(listener)}.`);
    const hear = guarded('A listener of onRequest()', listener);
    return this.#world().requests.watch((seen) => {
      if (seen !== 'cleared') hear(seen);
    });
  }

  #do<Id extends keyof WorldOperations>(
    id: Id,
    given: Given & { readonly reply?: unknown; readonly signal?: unknown } = {},
  ): ReturnType<WorldOperations[Id]> {
    const place = { world: this.#world(), baseUrl: this.#baseUrl() };
    const act = worldOperations[id] as (on: typeof place, call: object) => unknown;
    return act(place, heard(id, given)) as ReturnType<WorldOperations[Id]>;
  }
}
