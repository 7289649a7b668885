import type { Dialect } from '../dialects/dialect.ts';
import { answer } from '../http/answer.ts';
import { type Pause, realPause } from '../http/delivery.ts';
import { editionOf } from '../http/edition.ts';
import type { LogWriter } from '../http/request-log.ts';
import type { ServedWorld } from '../http/served-world.ts';
import type { Contents } from '../store/contents.ts';
import type { Store } from '../store/store.ts';
import { type ClockSetting, WorldClock } from './clock.ts';
import { Faults } from './faults.ts';
import { type IdPosition, IdSource } from './id-source.ts';
import { rateLimiterOf } from './rate-limiter.ts';
import { type JournalLimits, RequestJournal } from './seen-requests.ts';

/** A small difference to how a world is served. */
export type Mutation = (served: ServedWorld) => ServedWorld;

/** What all worlds of a server have in common. */
export interface Surroundings {
  readonly log: LogWriter;
  readonly cors: boolean;
  readonly mutant?: Mutation;
  /** The machine's clock. */
  readonly realTime?: () => number;
  /** How delays and slow bodies wait. */
  readonly pause?: Pause;
  /** From 0 to 1, for delays that are spread. */
  readonly chance?: () => number;
}

/** How a world begins, and what a reset brings it back to. */
export interface Beginning {
  readonly contents: Contents;
  readonly dialect: Dialect;
  readonly clock?: ClockSetting;
  /** The seed of its ids; by chance where it is absent. */
  readonly ids?: string;
}

/** What a snapshot keeps: the contents, counts included, and where the ids stand. */
export interface Snapshot {
  readonly name: string;
  readonly takenAt: number;
  readonly contents: Contents;
  readonly ids: IdPosition;
}

/** One isolated world: all that it holds and how it is served. */
export class HostedWorld {
  readonly id: string;
  readonly store: Store;
  readonly seed: Contents;
  readonly clock: WorldClock;
  readonly ids: IdSource;
  readonly faults: Faults;
  readonly journal: RequestJournal;
  readonly snapshots = new Map<string, Snapshot>();
  readonly surroundings: Surroundings;
  readonly pause: Pause;
  readonly #beginning: Beginning;
  readonly #end = new AbortController();
  #served: ServedWorld;

  constructor(
    id: string,
    store: Store,
    beginning: Beginning,
    surroundings: Surroundings,
    limits: JournalLimits,
  ) {
    this.id = id;
    this.store = store;
    this.seed = beginning.contents;
    this.clock = new WorldClock(beginning.clock, surroundings.realTime);
    this.ids = new IdSource(beginning.ids);
    this.ids.reset(this.#idsInUse);
    this.faults = new Faults(surroundings.chance);
    this.journal = new RequestJournal(limits);
    this.surroundings = surroundings;
    this.pause = surroundings.pause ?? realPause;
    this.#beginning = beginning;
    this.#served = this.#serve(beginning.dialect, this.clock.now());
  }

  get served(): ServedWorld {
    return this.#served;
  }

  get dialect(): Dialect {
    return this.#served.edition.dialect;
  }

  /** Aborted when the world is dropped or its server closes, so that nobody waits on. */
  get gone(): AbortSignal {
    return this.#end.signal;
  }

  end(): void {
    this.#end.abort();
  }

  /** From the next request on. Requests under way end as they began. */
  speak(dialect: Dialect): void {
    this.#served = this.#serve(dialect, this.#served.world.since);
  }

  /** Everything as it was in the beginning, except the snapshots. */
  async reset(): Promise<void> {
    await this.store.commit({ type: 'replaced', contents: this.#beginning.contents });
    this.clock.reset();
    this.ids.reset(this.#idsInUse);
    this.faults.reset();
    this.journal.reset();
    this.#served = this.#serve(this.#beginning.dialect, this.clock.now());
  }

  takeSnapshot(name: string): Snapshot {
    const contents = this.store.state.contents();
    const snapshot = { name, takenAt: this.clock.now(), contents, ids: this.ids.position };
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

  #serve(dialect: Dialect, since: number): ServedWorld {
    const { mutant } = this.surroundings;
    const edition = editionOf(dialect, { checkReplies: mutant === undefined });
    const rules = { ...edition.rules, newId: this.ids.untaken(edition.rules.newId) };
    const { store, clock, ids } = this;
    const honest: ServedWorld = {
      world: { store, rules, now: clock.now, random: ids.random, since },
      edition,
      limiter: rateLimiterOf(rules.rateLimit),
      answer,
    };
    return mutant ? mutant(honest) : honest;
  }

  readonly #idsInUse = (): string[] => {
    const { reports, deleted } = this.store.state.contents();
    return [...reports.map(({ id }) => id), ...deleted.map(([, id]) => id)];
  };
}
