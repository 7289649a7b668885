import { setMaxListeners } from 'node:events';
import type { Dialect } from '../dialects/dialect.ts';
import { rulesOf } from '../dialects/rules.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import type { Contents } from '../store/contents.ts';
import type { Store } from '../store/store.ts';
import { Clock, type ClockSetting } from './clock.ts';
import type { FaultRule } from './fault-rule.ts';
import { type IdPosition, IdSource } from './id-source.ts';
import { most } from './limits.ts';
import { SeenRequests, type SeenRequestsLimits } from './seen-requests.ts';
import { Faults } from './world-faults.ts';

/** Time and randomness; tests replace them. */
export interface Environment {
  readonly realTime?: () => number;
  /** Monotonic milliseconds. */
  readonly uptime?: () => number;
  /** In [0, 1), for faults without a seed. */
  readonly chance?: () => number;
  /** How a limit of requests a second is kept. Default: by the clock of the world. */
  readonly rateLimiter?: RateLimiter;
}

/** Refuses the requests of a caller that are too many. */
export type RateLimiter = (perSecond: number) => Dependencies['throttle'];

/** The initial state of a world, which a reset restores. */
export interface InitialState {
  readonly contents: Contents;
  readonly dialect: Dialect;
  readonly clock?: ClockSetting;
  /** The seed of its ids. Default: random. */
  readonly ids?: string | undefined;
  readonly faults?: readonly FaultRule[];
  /** Additional faults of a world, by its name, or its id without one. */
  readonly faultsIn?: ((world: string) => readonly FaultRule[]) | undefined;
}

/** A snapshot: the contents, quotas included, and the position of the id source. */
export interface Snapshot {
  readonly name: string;
  readonly takenAt: number;
  readonly contents: Contents;
  readonly ids: IdPosition;
}

/** One isolated world: its state and everything beside it. */
export class World {
  readonly id: string;
  /** Its label, such as the name of a test. */
  readonly name: string | undefined;
  readonly store: Store;
  clock!: Clock;
  ids!: IdSource;
  faults!: Faults;
  readonly requests: SeenRequests;
  readonly snapshots = new Map<string, Snapshot>();
  #initialState: InitialState;
  readonly #environment: Environment;
  readonly #end = new AbortController();
  #dependencies!: Dependencies;

  constructor(
    id: string,
    store: Store,
    initialState: InitialState,
    about: { limits: SeenRequestsLimits; environment?: Environment; name?: string | undefined },
  ) {
    this.id = id;
    this.name = about.name;
    this.store = store;
    this.requests = new SeenRequests(about.limits);
    this.#initialState = initialState;
    this.#environment = about.environment ?? {};
    // Every reader and waiter adds a listener, and Node warns above ten.
    setMaxListeners(0, this.gone);
    this.#begin();
  }

  /** Replaced when the dialect changes: a reference keeps the former dialect. */
  get dependencies(): Dependencies {
    return this.#dependencies;
  }

  get dialect(): Dialect {
    return this.#dependencies.dialect;
  }

  /** Its initial state. */
  get seed(): Contents {
    return this.#initialState.contents;
  }

  /** The state that a reset restores. */
  get firstDialect(): Dialect {
    return this.#initialState.dialect;
  }

  /** Aborted when the world is removed or the server closes, to end all waits. */
  get gone(): AbortSignal {
    return this.#end.signal;
  }

  end(): void {
    this.#end.abort();
  }

  /** Reads and changes it in one step, whose result comes when all of that is durable. */
  async step<T>(act: (world: this) => T): Promise<T> {
    return this.store.durably(() => act(this));
  }

  /** Takes effect with the next request; requests in progress keep the former dialect. */
  setDialect(dialect: Dialect): void {
    this.#dependencies = this.#dependenciesOf(dialect, this.#dependencies.since);
  }

  /** Restores the initial state, except the snapshots. */
  async reset(): Promise<void> {
    await this.store.commit({ type: 'replaced', contents: this.#initialState.contents });
    this.#begin();
  }

  /** Begins again from another initial state, as after a restart of the server, which keeps stored contents. */
  async restart(initialState: InitialState, isStored: boolean): Promise<void> {
    const { contents } = initialState;
    if (!isStored) await this.store.commit({ type: 'replaced', contents });
    this.#initialState = initialState;
    this.snapshots.clear();
    this.#begin();
  }

  /** Everything beside the stored contents and the snapshots. */
  #begin(): void {
    const { dialect, clock, ids, faults = [], faultsIn } = this.#initialState;
    const { realTime, chance } = this.#environment;
    this.clock = new Clock(clock, realTime);
    this.ids = new IdSource();
    this.seedIds(ids);
    this.faults = new Faults(chance, [...faults, ...(faultsIn?.(this.name ?? this.id) ?? [])]);
    this.requests.reset();
    this.#dependencies = this.#dependenciesOf(dialect, this.clock.now());
  }

  /** Contains durable changes only. Undefined where no space is left. */
  async takeSnapshot(name: string): Promise<Snapshot | undefined> {
    const snapshot = await this.step(() => ({
      name,
      takenAt: this.clock.now(),
      contents: this.store.state.contents(),
      ids: this.ids.position,
    }));
    if (this.snapshots.size >= most.snapshots && !this.snapshots.has(name)) return undefined;
    this.snapshots.set(name, snapshot);
    return snapshot;
  }

  async restore({ contents, ids }: Snapshot): Promise<void> {
    await this.store.commit({ type: 'replaced', contents });
    this.ids.set(ids, this.#idsInUse);
  }

  seedIds(seed: string | undefined): void {
    this.ids.set({ seed, drawn: 0 }, this.#idsInUse);
  }

  #dependenciesOf(dialect: Dialect, since: number): Dependencies {
    const { store, clock, ids } = this;
    const { rateLimiter = limitedByClock } = this.#environment;
    const rules = rulesOf(dialect);
    return {
      dialect,
      store,
      rules: { ...rules, newId: ids.untaken(rules.newId) },
      now: clock.now,
      random: ids.random,
      since,
      throttle: rules.rateLimit === undefined ? unlimited : rateLimiter(rules.rateLimit),
    };
  }

  readonly #idsInUse = (): string[] => {
    const { reports, deleted } = this.store.state.data;
    return [...reports, ...deleted].map(({ id }) => id);
  };
}

const unlimited: Dependencies['throttle'] = () => undefined;

/** Counts the requests of each caller within the current second. */
function limitedByClock(perSecond: number): Dependencies['throttle'] {
  let second = -1;
  const counts = new Map<string, number>();
  return (callerId, now) => {
    const current = Math.floor(now / 1000);
    if (current !== second) counts.clear();
    second = current;
    const count = counts.get(callerId) ?? 0;
    if (count >= perSecond) return 1;
    counts.set(callerId, count + 1);
    return undefined;
  };
}

/**
 * Refuses one request of a caller after each `perSecond` of them, however long they take: how fast a machine is
 * decides nothing.
 */
export function limitedByCount(perSecond: number): Dependencies['throttle'] {
  const counts = new Map<string, number>();
  return (callerId) => {
    const count = counts.get(callerId) ?? 0;
    const isTooMany = count >= perSecond;
    counts.set(callerId, isTooMany ? 0 : count + 1);
    return isTooMany ? 1 : undefined;
  };
}
