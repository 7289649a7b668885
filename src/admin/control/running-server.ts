import type { Seed } from '../../seed/seed.ts';
import type { DataFolder } from '../../store/file/data-folder.ts';
import type { Worlds } from '../../worlds/worlds.ts';
import type { Subject } from '../control-routes.ts';
import { knownWorld, ServerControl } from './server-control.ts';

interface RunningServerParts {
  readonly seed: Seed;
  readonly data: DataFolder | undefined;
  /** Whether the control plane is available. */
  readonly controllable: boolean;
  readonly localUrl: string;
  readonly stop: () => Promise<void>;
}

/** A running stand-in: its first world, its other worlds, and how to stop it. */
export class RunningServer extends ServerControl implements AsyncDisposable {
  /** The listen URL, even if a public URL is set. */
  readonly localUrl: string;
  /** The URL of the control plane. */
  readonly adminUrl: string;
  /** False if the server listens beyond this machine without an admin token. */
  readonly controllable: boolean;
  /** The data folder of the first world; undefined if it is in memory. */
  readonly data: DataFolder | undefined;
  readonly #worlds: Worlds;
  readonly #stop: () => Promise<void>;
  #stopped: Promise<void> | undefined;

  /** @internal */
  constructor(
    worlds: Worlds,
    url: string,
    { seed, data, controllable, localUrl, stop }: RunningServerParts,
  ) {
    super(worlds, url, seed);
    this.#worlds = worlds;
    this.localUrl = localUrl;
    this.adminUrl = `${url}/__admin`;
    this.controllable = controllable;
    this.data = data;
    this.#stop = stop;
  }

  /**
   * The server and world that a request to the control plane concerns.
   * @internal
   */
  subject(id: string | undefined): Subject {
    if (id === undefined) return { server: this, world: this, controlled: this.#worlds.first };
    return { server: this, world: this.world(id), controlled: knownWorld(this.#worlds, id) };
  }

  /** Finishes pending requests, then closes all connections; acknowledged changes are durable. */
  close(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
