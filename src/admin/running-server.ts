import type { HostedWorld } from '../http/hosted-world.ts';
import type { Worlds } from '../http/worlds.ts';
import type { DataFolder } from '../store/data-folder.ts';
import type { Seed } from '../store/seed.ts';
import type { Subject } from './routes.ts';
import { ServerControl } from './server-control.ts';

export interface Foundations {
  readonly seed: Seed;
  readonly data: DataFolder | undefined;
  readonly stop: () => Promise<void>;
}

/** A running stand-in: its first world, the worlds besides, and how to stop it. */
export class RunningServer extends ServerControl implements AsyncDisposable {
  /** Where the control plane is. */
  readonly adminUrl: string;
  readonly seed: Seed;
  /** Where the state of the first world is kept; undefined where it is in memory. */
  readonly data: DataFolder | undefined;
  readonly #stop: () => Promise<void>;
  #stopped: Promise<void> | undefined;

  constructor(worlds: Worlds, url: string, { seed, data, stop }: Foundations) {
    super(worlds, url);
    this.adminUrl = `${url}/__admin`;
    this.seed = seed;
    this.data = data;
    this.#stop = stop;
  }

  /** Whom a request to the control plane is about. */
  subject(hosted: HostedWorld): Subject {
    const world = hosted.id === 'default' ? this : this.world(hosted.id);
    return { server: this, world, hosted };
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
