import { memoryStore, type Store } from '../store/store.ts';
import { type Beginning, HostedWorld, type Surroundings } from './hosted-world.ts';

/** A world besides the first one. */
export interface ExtraWorld {
  readonly hosted: HostedWorld;
  readonly createdAt: number;
  readonly idleMinutes: number;
  /** When it was last called or controlled. */
  usedAt: number;
}

const limits = {
  first: { entries: 1000, bytes: 4 * 1024 * 1024 },
  // There may be a thousand of these.
  extra: { entries: 300, bytes: 512 * 1024 },
};

export const worldsPath = '/__worlds';

/** All worlds of one server. The first is kept where the server is told to; the others in memory. */
export class Worlds {
  readonly first: HostedWorld;
  readonly #surroundings: Surroundings;
  readonly #beginning: Beginning;
  readonly #now: () => number;
  readonly #extra = new Map<string, ExtraWorld>();
  #nextId = 1;
  #lookedAt = 0;

  constructor(store: Store, beginning: Beginning, surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.#beginning = beginning;
    this.#now = surroundings.realTime ?? Date.now;
    this.first = new HostedWorld('default', store, beginning, surroundings, limits.first);
  }

  /** The world of this id, if it is there; asking for it is using it. */
  use(id: string): ExtraWorld | undefined {
    if (this.#now() - this.#lookedAt > 60_000) this.#dropIdle();
    const found = this.#extra.get(id);
    if (!found || this.#dropIfIdle(found)) return undefined;
    found.usedAt = this.#now();
    return found;
  }

  list(): ExtraWorld[] {
    this.#dropIdle();
    return [...this.#extra.values()];
  }

  /** Begins as the first world began, in whatever differs not said. */
  create(
    differs: Partial<Beginning> = {},
    { id = this.#freeId(), idleMinutes = 30 }: { id?: string; idleMinutes?: number } = {},
  ): ExtraWorld | undefined {
    this.#dropIdle();
    if (id === this.first.id || this.#extra.has(id)) return undefined;
    const beginning = { ...this.#beginning, ...differs };
    const store = memoryStore(beginning.contents);
    const hosted = new HostedWorld(id, store, beginning, this.#surroundings, limits.extra);
    const now = this.#now();
    const world = { hosted, createdAt: now, idleMinutes, usedAt: now };
    this.#extra.set(id, world);
    return world;
  }

  drop(id: string): boolean {
    this.#extra.get(id)?.hosted.end();
    return this.#extra.delete(id);
  }

  /** Whoever waits for something in a world is told that it will not come. */
  end(): void {
    this.first.end();
    for (const { hosted } of this.#extra.values()) hosted.end();
  }

  #freeId(): string {
    let id: string;
    do {
      id = String(this.#nextId);
      this.#nextId += 1;
    } while (this.#extra.has(id));
    return id;
  }

  /** Looked for when worlds are asked for, so that no timer keeps the process alive. */
  #dropIdle(): void {
    this.#lookedAt = this.#now();
    for (const world of this.#extra.values()) this.#dropIfIdle(world);
  }

  #dropIfIdle({ hosted, usedAt, idleMinutes }: ExtraWorld): boolean {
    const idle = this.#now() - usedAt > idleMinutes * 60_000 && !hosted.journal.watched;
    return idle && this.drop(hosted.id);
  }
}
