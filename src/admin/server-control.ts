import type { Seed } from '../seed/seed.ts';
import type { SeedAdditions } from '../seed/seed-additions.ts';
import type { ClockMode } from '../worlds/clock.ts';
import { most } from '../worlds/limits.ts';
import type { World } from '../worlds/world.ts';
import { type Lease, type Worlds, worldsPath } from '../worlds/worlds.ts';
import { ControlProblem, tooMany } from './problem.ts';
import { type Reloaded, reload } from './reload.ts';
import { labelOf } from './request-bodies/dialect-choice.ts';
import {
  type InitialStateRequest,
  initialStateFrom,
  seedWithAdditions,
} from './request-bodies/initial-state.ts';
import { checkFilter } from './request-bodies/request-body-check.ts';
import { WorldControl } from './world-control.ts';

/** Begins as the server did, but for what is given. */
export interface NewWorld extends InitialStateRequest {
  /** Part of its base URL; a number where it is absent. */
  readonly id?: string;
  /** What it is made for, such as the name of a test: `abuse-feed matrix` then tells of that. */
  readonly name?: string;
  /** What it holds besides the seed data of the server. */
  readonly seed?: SeedAdditions;
  /** Minutes without a request after which it is dropped; 30 where it is absent. */
  readonly idleMinutes?: number;
}

/** A world, as it is listed. */
export interface WorldView {
  readonly id: string;
  readonly name?: string;
  readonly path: string;
  readonly createdAt: string;
  readonly usedAt: string;
  readonly idleMinutes: number;
  readonly reports: number;
  readonly requests: number;
  /** The name of its dialect; `custom` where it has none. */
  readonly dialect: string;
  readonly clock: ClockMode;
  /** How many are active. */
  readonly faults: number;
}

/** A world of its own inside a running server. */
export class MadeWorld extends WorldControl implements AsyncDisposable {
  readonly id: string;
  readonly #worlds: Worlds;

  /** @internal */
  constructor(worlds: Worlds, id: string, serverUrl: string) {
    super(() => knownWorld(worlds, id), `${serverUrl}${worldPath(id)}`);
    this.id = id;
    this.#worlds = worlds;
  }

  /** Everything in it is gone; its URLs answer 404. */
  async drop(): Promise<void> {
    this.#worlds.drop(this.id);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.drop();
  }
}

/** A server as it is controlled: its first world, and the worlds besides. */
export class ServerControl extends WorldControl {
  readonly #worlds: Worlds;
  #seed: Seed;

  /** @internal */
  constructor(worlds: Worlds, url: string, seed: Seed) {
    super(() => open(worlds).first, url);
    this.#worlds = worlds;
    this.#seed = seed;
  }

  /**
   * The seed data that worlds begin with.
   * @internal
   */
  get seed(): Seed {
    return this.#seed;
  }

  /**
   * From other seed data, and otherwise as it began but for what differs.
   * @internal
   */
  async reload(seed: Seed, asked: InitialStateRequest, hasData = false): Promise<Reloaded> {
    const { contents } = seed;
    const differs = initialStateFrom(asked, contents.callers);
    this.#seed = seed;
    const { dialect } = this.#worlds.initialState;
    return reload(this.#worlds, { dialect, ...differs, contents }, { hasData });
  }

  /**
   * A world of its own, with what differs from how the server began.
   *
   * ```ts
   * const world = await server.createWorld({ name: 'deletes twice', dialect: 'strict' });
   * ```
   */
  async createWorld(wanted: NewWorld = {}): Promise<MadeWorld> {
    // A dialect may be whole here, and is checked by what chooses it.
    const { dialect: _, ...rest } = wanted;
    checkFilter('createWorld', rest);
    const { id, name, idleMinutes, seed, ...asked } = wanted;
    const { contents } = seed === undefined ? this.seed : seedWithAdditions(this.seed, seed);
    const differs = initialStateFrom(asked, contents.callers);
    const made = open(this.#worlds).create(
      seed === undefined ? differs : { ...differs, contents },
      {
        ...(id !== undefined && { id }),
        ...(name !== undefined && { name }),
        ...(idleMinutes !== undefined && { idleMinutes }),
      },
    );
    if (made === 'taken') throw new ControlProblem('taken', `There is a world "${id}" already.`);
    if (made === 'full') {
      throw tooMany(`${most.worlds} worlds besides the first`, 'Drop one that is done.');
    }
    return this.world(made.id);
  }

  /** A world that is there. */
  world(id: string): MadeWorld {
    knownWorld(this.#worlds, id);
    return new MadeWorld(this.#worlds, id, this.baseUrl);
  }

  /** The worlds besides the first. */
  worlds(): WorldView[] {
    return open(this.#worlds)
      .list()
      .map((lease) => viewOf(lease, this.#worlds.idleFor(lease)));
  }

  /** Everything in it is gone. */
  dropWorld(id: string): void {
    if (id === open(this.#worlds).first.id) {
      const detail = 'The first world is there as long as the server is. Reset it instead.';
      throw new ControlProblem('invalid-request', detail);
    }
    if (!this.#worlds.drop(id)) throw noWorld(id);
  }
}

export const worldPath = (id: string): string => `${worldsPath}/${id}`;

const viewOf = ({ world, createdAt, idleMinutes }: Lease, idleFor: number): WorldView => ({
  id: world.id,
  ...(world.name !== undefined && { name: world.name }),
  path: worldPath(world.id),
  createdAt: new Date(createdAt).toISOString(),
  usedAt: new Date(Date.now() - idleFor).toISOString(),
  idleMinutes,
  reports: world.store.state.data.reports.length,
  requests: world.requests.list().length,
  dialect: labelOf(world.dialect).name ?? 'custom',
  clock: world.clock.mode,
  faults: world.faults.list().length,
});

/** Throws where the server was closed: what is asked of it then would be of no effect, or not true. */
function open(worlds: Worlds): Worlds {
  if (worlds.isEnded) throw new ControlProblem('not-found', 'The server is closed.');
  return worlds;
}

export function knownWorld(worlds: Worlds, id: string): World {
  const world = open(worlds).use(id);
  if (!world) throw noWorld(id);
  return world;
}

const noWorld = (id: string): ControlProblem =>
  new ControlProblem(
    'not-found',
    `There is no world "${id}". It was removed, expired, or never existed.`,
  );
