import type { Seed } from '../../seed/seed.ts';
import type { SeedAdditions } from '../../seed/seed-additions.ts';
import type { components } from '../../spec/admin.generated.ts';
import { hasKeys } from '../../values/described.ts';
import { most } from '../../worlds/limits.ts';
import type { World } from '../../worlds/world.ts';
import { type Lease, type Worlds, worldsPath } from '../../worlds/worlds.ts';
import { tokensOf } from './callers-control.ts';
import { labelOf } from './dialect-choice.ts';
import { heard } from './given.ts';
import { type InitialStateRequest, initialStateFrom, seedWithAdditions } from './initial-state.ts';
import { ControlProblem, invalid, tooMany, unknownNamed } from './problem.ts';
import { adminUrlOf, WorldControl } from './world-control.ts';

/** Defaults to the server's initial state. */
export interface NewWorld extends InitialStateRequest {
  /** Part of its base URL. Default: a number. */
  readonly id?: string;
  /** Its purpose, such as the name of a test: `abuse-feed matrix` reports it. */
  readonly name?: string;
  /** Contents besides the server's seed data. */
  readonly add?: SeedAdditions;
  /** Minutes without a request after which it is dropped. Default: 30. */
  readonly idleMinutes?: number;
}

/** A world, as listed: `path` is relative to the URL of the server. */
export type WorldView = components['schemas']['World'] & { readonly path: string };

/** An isolated world of a running server. */
export class MadeWorld extends WorldControl implements AsyncDisposable {
  readonly id: string;
  readonly #worlds: Worlds;

  /** @internal */
  constructor(worlds: Worlds, id: string, serverUrl: string) {
    super(
      () => knownWorld(worlds, id),
      () => `${serverUrl}${worldPath(id)}`,
    );
    this.id = id;
    this.#worlds = worlds;
  }

  /** Drops the world with all its contents; its URLs respond with 404. */
  async drop(): Promise<void> {
    this.#worlds.drop(this.id);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.drop();
  }
}

/** Controls a server: its first world, and its other worlds. */
export class ServerControl extends WorldControl {
  readonly #worlds: Worlds;
  /**
   * The seed data of new worlds.
   * @internal
   */
  seed: Seed;

  /** @internal */
  constructor(worlds: Worlds, url: () => string, seed: Seed) {
    super(() => open(worlds).first, url);
    this.#worlds = worlds;
    this.seed = seed;
  }

  /**
   * Creates an isolated world, with differences from the initial state of the server.
   *
   * ```ts
   * const world = await server.createWorld({ name: 'deletes twice', dialect: 'strict' });
   * ```
   */
  async createWorld(wanted: NewWorld = {}): Promise<MadeWorld> {
    if (!hasKeys(wanted)) heard('createWorld', { body: wanted });
    // The dialect may be complete here, and is checked by chosenDialect.
    const { dialect, ...body }: NewWorld = wanted;
    const asked = heard('createWorld', { body }).body;
    return this.makeWorld({ ...asked, ...(dialect !== undefined && { dialect }) });
  }

  /**
   * Makes a world of what was checked.
   * @internal
   */
  makeWorld({ id, name, idleMinutes, add, ...asked }: NewWorld): MadeWorld {
    const { contents } = add === undefined ? this.seed : seedWithAdditions(this.seed, add);
    const differs = initialStateFrom(asked, contents.callers);
    const made = open(this.#worlds).create(add === undefined ? differs : { ...differs, contents }, {
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name }),
      ...(idleMinutes !== undefined && { idleMinutes }),
    });
    if (made === 'taken') throw new ControlProblem('taken', `There is a world "${id}" already.`);
    if (made === 'full') {
      throw tooMany(`${most.worlds} worlds in addition to the first`, 'Drop one that is done.');
    }
    return this.world(made.id);
  }

  /** An existing world. */
  world(id: string): MadeWorld {
    knownWorld(this.#worlds, id);
    return new MadeWorld(this.#worlds, id, this.baseUrl);
  }

  /** All worlds except the first. */
  worlds(): WorldView[] {
    return open(this.#worlds)
      .list()
      .map((lease) => viewOf(lease, this.#worlds.idleFor(lease), this.baseUrl));
  }

  /** Drops a world with all its contents. */
  dropWorld(id: string): void {
    if (id === open(this.#worlds).first.id) {
      throw invalid('The first world is there as long as the server is. Reset it instead.');
    }
    if (!this.#worlds.drop(id)) throw noWorld(id);
  }
}

export function worldPath(id: string): string {
  return `${worldsPath}/${id}`;
}

function viewOf(
  { world, createdAt, idleMinutes }: Lease,
  idleFor: number,
  serverUrl: string,
): WorldView {
  const path = worldPath(world.id);
  const baseUrl = `${serverUrl}${path}`;
  return {
    id: world.id,
    ...(world.name !== undefined && { name: world.name }),
    path,
    baseUrl,
    analysisUrl: baseUrl,
    adminUrl: adminUrlOf(baseUrl),
    tokens: tokensOf(world),
    createdAt: new Date(createdAt).toISOString(),
    usedAt: new Date(Date.now() - idleFor).toISOString(),
    idleMinutes,
    reports: world.store.state.data.reports.length,
    requests: world.requests.list().length,
    dialect: labelOf(world.dialect).name ?? 'custom',
    clock: world.clock.mode,
    faults: world.faults.list().length,
  };
}

/** Throws if the server is closed: calls would have no effect, or return stale data. */
export function open(worlds: Worlds): Worlds {
  if (worlds.isEnded) throw new ControlProblem('not-found', 'The server is closed.');
  return worlds;
}

export function knownWorld(worlds: Worlds, id: string): World {
  const world = open(worlds).use(id);
  if (!world) throw noWorld(id);
  return world;
}

function noWorld(id: string): ControlProblem {
  return unknownNamed('world', id, 'It was removed, expired, or never existed.');
}
