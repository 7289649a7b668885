import type { Dialect } from '../../dialects/dialect.ts';
import type { Analysis } from '../../domain/analysis.ts';
import type { components } from '../../spec/admin.generated.ts';
import type { Contents } from '../../store/contents.ts';
import type { ClockMode } from '../../worlds/clock.ts';
import type { ComputedFault, FaultRule } from '../../worlds/fault-rule.ts';
import { most } from '../../worlds/limits.ts';
import type { World } from '../../worlds/world.ts';
import type { Fault } from '../../worlds/world-faults.ts';
import { addAnalysis, type NewAnalysis } from './analyses-control.ts';
import {
  type CallerChange,
  type CallerView,
  callerViews,
  changeCaller,
  mintCaller,
  type NewCaller,
  revokeCaller,
  tokensOf,
} from './callers-control.ts';
import { chosenDialect, type DialectChoice } from './dialect-choice.ts';
import { addFault, checkedFault } from './faults-control.ts';
import { clockFrom } from './initial-state.ts';
import { ControlProblem, tooMany, unknownNamed } from './problem.ts';
import type { NewReport } from './reports-control.ts';
import {
  addReports,
  type ReportFilter,
  type ReportPage,
  type ReportView,
  removeReport,
  reportPage,
} from './reports-control.ts';
import { checkArguments, checkOptional } from './request-check.ts';
import { RequestsControl } from './requests-control.ts';
import {
  type SnapshotView,
  snapshotNamed,
  snapshotViews,
  takeSnapshot,
} from './snapshots-control.ts';
import { checkedTime, type When } from './time.ts';

/** The clock of a world. */
export type ClockView = components['responses']['Clock']['content']['application/json'];

/** Controls one world from outside the API. */
export class WorldControl extends RequestsControl {
  readonly #world: () => World;
  /** @internal */
  constructor(world: () => World, baseUrl: () => string) {
    super(world, baseUrl);
    this.#world = world;
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
    checkOptional('mintCaller', caller);
    return this.#step((world) => mintCaller(world, caller));
  }

  /** Changes a caller; what is left out stays. */
  async changeCaller(id: string, change: CallerChange): Promise<CallerView> {
    checkOptional('changeCaller', change);
    return this.#step((world) => changeCaller(world, id, change));
  }

  /** Its token becomes unknown. */
  revokeCaller(id: string): Promise<void> {
    return this.#step((world) => revokeCaller(world, id));
  }

  /** Adds an analysis; only sha256Hash is required. */
  async addAnalysis(analysis: NewAnalysis): Promise<Analysis> {
    checkArguments('addAnalysis', analysis);
    return this.#step((world) => addAnalysis(world, analysis));
  }

  /** Reports, newest first, paged. */
  reports(filter: ReportFilter = {}): ReportPage {
    checkOptional('listReports', filter);
    return reportPage(this.#world(), filter);
  }

  /** Adds reports atomically. Only service, c2Address and file256Hash are required. */
  async addReports(reports: readonly NewReport[]): Promise<readonly ReportView[]> {
    checkArguments('addReports', { reports });
    return this.#step((world) => addReports(world, reports));
  }

  /** Removes a report, as if somebody who may had deleted it. */
  removeReport(id: string): Promise<void> {
    return this.#step((world) => removeReport(world, id));
  }

  /** The services that have a feed. */
  services(): readonly string[] {
    return this.state().services;
  }

  /** Gives a service a feed. */
  async addService(service: string): Promise<void> {
    checkArguments('addService', { name: service });
    return this.#step(({ store }) => {
      if (store.state.hasService(service))
        throw new ControlProblem('taken', `There is a service "${service}" already.`);
      if (store.state.data.services.length >= most.services)
        throw tooMany(`${most.services} services in a world`, 'Reset it, or make another world.');
      store.commit({ type: 'service-added', service });
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
   * world.addFault({ operation: 'lookup', reply: ({ url }) => ({ status: 404, body: { url } }) });
   * ```
   */
  addFault(rule: FaultRule | ComputedFault): Fault {
    const world = this.#world();
    return addFault(world, checkedFault(world.store, rule));
  }

  /** Removes a fault. */
  removeFault(id: string): void {
    if (this.#world().faults.remove(id)) return;
    throw unknownNamed('fault', id, 'It may have worn off.');
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
    checkArguments('setClock', setting);
    this.#world().clock.set(clockFrom(setting));
    return this.clock();
  }

  /** Advances the clock. */
  advanceClock(seconds: number): ClockView {
    checkArguments('advanceClock', { seconds });
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
  seedIds(seed: string | number | null = null): void {
    checkArguments('seedIds', { seed });
    this.#world().seedIds(seed === null ? undefined : String(seed));
  }

  #step<T>(act: (world: World) => T): Promise<T> {
    return this.#world().step(act);
  }
}
