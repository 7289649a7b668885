import { memoryStore, type Store } from '../store/store.ts';
import { most, seenRequests } from './limits.ts';
import { type Environment, type InitialState, World } from './world.ts';

/** The lifetime of a created world. */
export interface Lease {
  readonly world: World;
  /** The machine's clock. */
  readonly createdAt: number;
  readonly idleMinutes: number;
  /** The uptime at its last use by API or control plane. */
  usedAt: number;
}

export const worldsPath = '/__worlds';

/** Milliseconds between checks for expired worlds. */
const lookEvery = 60_000;

/** A URL such as `/__worlds/<id>/…`: the id, and the rest as sent. */
export function splitWorld(
  url: string,
): { readonly id: string; readonly below: string } | undefined {
  const start = worldsPath.length + 1;
  if (!url.startsWith(`${worldsPath}/`)) return undefined;
  const [path = ''] = url.split('?', 1);
  const slash = path.indexOf('/', start);
  const end = slash < 0 ? path.length : slash;
  if (end === start) return undefined;
  const rest = url.slice(end);
  return { id: url.slice(start, end), below: slash < 0 ? `/${rest}` : rest };
}

/** All worlds of one server. The default world may be persistent; the others are in memory. */
export class Worlds {
  readonly first: World;
  readonly #environment: Environment;
  #initialState: InitialState;
  readonly #uptime: () => number;
  readonly #made = new Map<string, Lease>();
  #nextId = 1;
  #lookedAt = 0;

  constructor(store: Store, initialState: InitialState, environment: Environment = {}) {
    this.#environment = environment;
    this.#initialState = initialState;
    this.#uptime = environment.uptime ?? (() => performance.now());
    this.first = new World('default', store, initialState, {
      limits: seenRequests.first,
      environment,
    });
  }

  /** The world of this id, if it exists; counts as use. */
  use(id: string): World | undefined {
    const now = this.#uptime();
    if (now - this.#lookedAt > lookEvery) this.#dropIdle();
    const found = this.#made.get(id);
    if (!found || this.#dropIfIdle(found)) return undefined;
    found.usedAt = now;
    return found.world;
  }

  list(): Lease[] {
    this.#dropIdle();
    return [...this.#made.values()];
  }

  /** Milliseconds since a world was last used. */
  idleFor({ usedAt }: Lease): number {
    return this.#uptime() - usedAt;
  }

  /** Starts like the default world, except for `differs`; or returns why it cannot be created. */
  create(
    differs: Partial<InitialState> = {},
    { id, name, idleMinutes = 30 }: { id?: string; name?: string; idleMinutes?: number } = {},
  ): World | 'taken' | 'full' {
    const now = this.#uptime();
    // Not at each creation: its cost would grow with the number of worlds.
    if (now - this.#lookedAt > lookEvery || this.#made.size >= most.worlds) this.#dropIdle();
    const taken = id === undefined ? undefined : this.#made.get(id);
    if (id === this.first.id || (taken && !this.#dropIfIdle(taken))) return 'taken';
    if (this.#made.size >= most.worlds) return 'full';
    const own = id ?? this.#freeId();
    const initialState = { ...this.#initialState, ...differs };
    const store = memoryStore(initialState.contents);
    const about = { limits: seenRequests.made, environment: this.#environment, name };
    const world = new World(own, store, initialState, about);
    const createdAt = (this.#environment.realTime ?? Date.now)();
    this.#made.set(own, { world, createdAt, idleMinutes, usedAt: now });
    return world;
  }

  /** The first world begins again from another initial state, and so do those that are made later. */
  async restart(initialState: InitialState, isStored: boolean): Promise<void> {
    await this.first.restart(initialState, isStored);
    this.#initialState = initialState;
  }

  drop(id: string): boolean {
    this.#made.get(id)?.world.end();
    return this.#made.delete(id);
  }

  /** Whether the server was closed. */
  get isEnded(): boolean {
    return this.first.gone.aborted;
  }

  /** Ends everything that waits in a world. */
  end(): void {
    this.first.end();
    for (const { world } of this.#made.values()) world.end();
  }

  #freeId(): string {
    let id: string;
    do {
      id = String(this.#nextId);
      this.#nextId += 1;
    } while (this.#made.has(id));
    return id;
  }

  /** Runs on access, so that no timer keeps the process alive. */
  #dropIdle(): void {
    this.#lookedAt = this.#uptime();
    for (const lease of this.#made.values()) this.#dropIfIdle(lease);
  }

  #dropIfIdle(lease: Lease): boolean {
    const { world, idleMinutes } = lease;
    const idle = this.idleFor(lease) > idleMinutes * 60_000 && !world.requests.watched;
    return idle && this.drop(world.id);
  }
}
