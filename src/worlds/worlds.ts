import { memoryStore, type Store } from '../store/store.ts';
import { type Beginning, type Nature, World } from './world.ts';

/** How long a world besides the first one stays. */
export interface Lease {
  readonly world: World;
  readonly createdAt: number;
  readonly idleMinutes: number;
  /** When it was last called or controlled. */
  usedAt: number;
}

const limits = {
  first: { entries: 1000, bytes: 4 * 1024 * 1024 },
  // There may be a thousand of these.
  made: { entries: 300, bytes: 512 * 1024 },
};

export const worldsPath = '/__worlds';

/** A URL such as `/__worlds/<id>/…`: the id, and the URL below it as it was sent. */
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

/** All worlds of one server. The first is kept where the server is told to; the others in memory. */
export class Worlds {
  readonly first: World;
  readonly #nature: Nature;
  readonly #beginning: Beginning;
  readonly #now: () => number;
  readonly #made = new Map<string, Lease>();
  #nextId = 1;
  #lookedAt = 0;

  constructor(store: Store, beginning: Beginning, nature: Nature = {}) {
    this.#nature = nature;
    this.#beginning = beginning;
    this.#now = nature.realTime ?? Date.now;
    this.first = new World('default', store, beginning, { limits: limits.first, nature });
  }

  /** The world of this id, if it is there; asking for it is using it. */
  use(id: string): World | undefined {
    const now = this.#now();
    if (now - this.#lookedAt > 60_000) this.#dropIdle();
    const found = this.#made.get(id);
    if (!found || this.#dropIfIdle(found)) return undefined;
    found.usedAt = now;
    return found.world;
  }

  list(): Lease[] {
    this.#dropIdle();
    return [...this.#made.values()];
  }

  /** Begins as the first world did, but for what differs. Undefined where the id is taken. */
  create(
    differs: Partial<Beginning> = {},
    { id = this.#freeId(), idleMinutes = 30 }: { id?: string; idleMinutes?: number } = {},
  ): World | undefined {
    this.#dropIdle();
    if (id === this.first.id || this.#made.has(id)) return undefined;
    const beginning = { ...this.#beginning, ...differs };
    const store = memoryStore(beginning.contents);
    const world = new World(id, store, beginning, { limits: limits.made, nature: this.#nature });
    const now = this.#now();
    this.#made.set(id, { world, createdAt: now, idleMinutes, usedAt: now });
    return world;
  }

  drop(id: string): boolean {
    this.#made.get(id)?.world.end();
    return this.#made.delete(id);
  }

  /** Whoever waits for something in a world is told that it will not come. */
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

  /** Looked for when worlds are asked for, so that no timer keeps the process alive. */
  #dropIdle(): void {
    this.#lookedAt = this.#now();
    for (const lease of this.#made.values()) this.#dropIfIdle(lease);
  }

  #dropIfIdle({ world, usedAt, idleMinutes }: Lease): boolean {
    const idle = this.#now() - usedAt > idleMinutes * 60_000 && !world.requests.watched;
    return idle && this.drop(world.id);
  }
}
