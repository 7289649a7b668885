import type { Seed } from '../seed/seed.ts';
import type { DataFolder } from '../store/file/data-folder.ts';
import type { Worlds } from '../worlds/worlds.ts';
import type { Subject } from './routes.ts';
import { knownWorld, ServerControl } from './server-control.ts';

export interface RunningServerParts {
  readonly seed: Seed;
  readonly data: DataFolder | undefined;
  readonly caFile?: string | undefined;
  /** Whether the control plane answers. */
  readonly controllable: boolean;
  readonly localUrl: string;
  readonly stop: () => Promise<void>;
}

/** A running stand-in: its first world, the worlds besides, and how to stop it. */
export class RunningServer extends ServerControl implements AsyncDisposable {
  /** Where it listens, also where a public URL is given. */
  readonly localUrl: string;
  /** Where the control plane is. */
  readonly adminUrl: string;
  /** False where the server listens beyond this machine without an admin token. */
  readonly controllable: boolean;
  /** Where the state of the first world is kept; undefined where it is in memory. */
  readonly data: DataFolder | undefined;
  /** The certificate of the authority that clients have to trust, where one was made for this run. */
  readonly caFile: string | undefined;
  readonly #worlds: Worlds;
  readonly #stop: () => Promise<void>;
  #stopped: Promise<void> | undefined;

  /** @internal */
  constructor(
    worlds: Worlds,
    url: string,
    { seed, data, caFile, controllable, localUrl, stop }: RunningServerParts,
  ) {
    super(worlds, url, seed);
    this.#worlds = worlds;
    this.localUrl = localUrl;
    this.adminUrl = `${url}/__admin`;
    this.controllable = controllable;
    this.data = data;
    this.caFile = caFile;
    this.#stop = stop;
  }

  /**
   * Whom a request to the control plane is about.
   * @internal
   */
  subject(id: string | undefined): Subject {
    if (id === undefined) return { server: this, world: this, controlled: this.#worlds.first };
    return { server: this, world: this.world(id), controlled: knownWorld(this.#worlds, id) };
  }

  /** Answers what was asked, then hangs up; what was acknowledged is safe. */
  close(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
