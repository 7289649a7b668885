import type { Analysis } from '../domain/analysis.ts';
import type { Caller } from '../domain/caller.ts';
import type { StoredReport } from '../domain/report.ts';
import { allowanceConcern, type Change, type Dependency, reportConcern } from './changes.ts';
import type { Allowance, Contents } from './contents.ts';
import type { KeyFields, Likeness, StateView } from './state.ts';
import type { Store, StoreAccess } from './store.ts';

/** A store that notes what is read from it and changed in it, as far as that is not durable yet. */
export class WatchedStore implements StoreAccess {
  readonly state: StateView;
  readonly #store: Store;
  readonly #reliedOn = new Set<Promise<void>>();
  readonly #changes: Promise<void>[] = [];

  constructor(store: Store) {
    this.#store = store;
    this.state = new WatchedState(store, this);
  }

  commit(change: Change): void {
    this.#changes.push(this.#store.commit(change));
  }

  /** For what is read from the store by another way. */
  relyOn(about: Dependency): void {
    const pending = this.#store.pending(about);
    if (pending) this.#reliedOn.add(pending);
  }

  /**
   * Undefined where all is durable already. Resolves with whether what was read is now; rejects with a
   * StorageFailure where something was changed and is undone. A change is never durable without all that was
   * there before it.
   */
  whenDurable(): Promise<boolean> | undefined {
    if (this.#changes.length > 0) return Promise.all(this.#changes).then(() => true);
    if (this.#reliedOn.size === 0) return undefined;
    return Promise.all(this.#reliedOn).then(
      () => true,
      () => false,
    );
  }
}

/** Says of every question to the state what its answer depends on. */
class WatchedState implements StateView {
  readonly #store: Store;
  readonly #watch: WatchedStore;

  constructor(store: Store, watch: WatchedStore) {
    this.#store = store;
    this.#watch = watch;
  }

  get data(): Contents {
    this.#watch.relyOn('everything');
    return this.#store.state.data;
  }

  contents(): Contents {
    this.#watch.relyOn('everything');
    return this.#store.state.contents();
  }

  hasService(service: string): boolean {
    this.#watch.relyOn('services');
    return this.#store.state.hasService(service);
  }

  caller(id: string): Caller | undefined {
    this.#watch.relyOn('callers');
    return this.#store.state.caller(id);
  }

  callerByToken(token: string): Caller | undefined {
    this.#watch.relyOn('callers');
    return this.#store.state.callerByToken(token);
  }

  allowance(callerId: string): Allowance | undefined {
    this.#watch.relyOn(allowanceConcern(callerId));
    return this.#store.state.allowance(callerId);
  }

  analysis(hash: string): Analysis | undefined {
    this.#watch.relyOn('analyses');
    return this.#store.state.analysis(hash);
  }

  report(service: string, id: string): StoredReport | undefined {
    this.#watch.relyOn(reportConcern(id));
    return this.#store.state.report(service, id);
  }

  wasDeleted(service: string, id: string): boolean {
    this.#watch.relyOn(reportConcern(id));
    return this.#store.state.wasDeleted(service, id);
  }

  firstLike(report: KeyFields, by: Likeness): StoredReport | undefined {
    this.#watch.relyOn('everything');
    return this.#store.state.firstLike(report, by);
  }

  placeOf(report: StoredReport): number {
    this.#watch.relyOn('everything');
    return this.#store.state.placeOf(report);
  }
}
