import { isLoopback } from '../../http/host.ts';
import type { HttpListener } from '../../http/listener.ts';
import { withoutTokensOfAll } from '../../http/without-tokens.ts';
import type { Seed } from '../../seed/seed.ts';
import type { DataFolder } from '../../store/file/data-folder.ts';
import type { InitialState } from '../../worlds/world.ts';
import type { Worlds } from '../../worlds/worlds.ts';
import type { ControlSubject } from '../control-routes.ts';
import { knownWorld, type NewWorld, open, ServerControl } from './server-control.ts';

interface RunningServerParts {
  readonly seed: Seed;
  readonly data: DataFolder | undefined;
  readonly host: string;
  readonly publicUrl?: string | undefined;
  readonly adminToken?: string | undefined;
  /** Reads what the first world begins with. */
  readonly readAgain: () => ReadAgain;
}

/** Seed data and configuration, read again. */
interface ReadAgain {
  readonly seed: Seed;
  readonly initialState: InitialState;
  readonly worlds: readonly NewWorld[];
}

/** A running stand-in: its first world, its other worlds, and how to stop it. */
export class RunningServer extends ServerControl implements AsyncDisposable {
  /** False if the server listens beyond this machine without an admin token. */
  readonly controllable: boolean;
  /** The data folder of the first world; undefined if it is in memory. */
  readonly data: DataFolder | undefined;
  readonly #worlds: Worlds;
  readonly #listener: HttpListener;
  readonly #read: () => ReadAgain;
  #stopped: Promise<void> | undefined;
  #configured: string[] = [];

  /** @internal */
  constructor(
    worlds: Worlds,
    listener: HttpListener,
    { seed, data, host, publicUrl, adminToken, readAgain }: RunningServerParts,
  ) {
    super(worlds, () => publicUrl ?? listener.url, seed);
    this.#worlds = worlds;
    this.#listener = listener;
    this.controllable = adminToken !== undefined || isLoopback(host);
    this.data = data;
    this.#read = readAgain;
  }

  /** The listen URL, even if a public URL is set. */
  get localUrl(): string {
    return this.#listener.url;
  }

  /**
   * Reads seed data and, with `abuse-feed serve`, the configuration again. The first world begins anew, in a data
   * folder with its stored contents. Throws a ControlProblem that lists the mistakes, and then changes nothing.
   */
  async reload(): Promise<void> {
    const { seed, initialState, worlds } = this.#read();
    await open(this.#worlds).restart(initialState, this.data !== undefined);
    this.seed = seed;
    await this.configureWorlds(worlds);
  }

  /**
   * Makes the worlds of a configuration, in place of those of the one before.
   * @internal
   */
  async configureWorlds(wanted: readonly NewWorld[]): Promise<void> {
    for (const id of this.#configured) this.#worlds.drop(id);
    this.#configured = [];
    for (const one of wanted) this.#configured.push((await this.createWorld(one)).id);
  }

  /**
   * The server and world that a request to the control plane concerns.
   * @internal
   */
  subject(id: string | undefined): ControlSubject {
    if (id === undefined) return { server: this, world: this.#worlds.first, baseUrl: this.baseUrl };
    const { baseUrl } = this.world(id);
    return { server: this, world: knownWorld(this.#worlds, id), baseUrl };
  }

  /**
   * A text about this server, without the tokens of its worlds.
   * @internal
   */
  withoutTokens(text: string): string {
    return withoutTokensOfAll(text, this.#worlds);
  }

  /** Finishes pending requests, then closes all connections; acknowledged changes are durable. */
  close(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    this.#worlds.end();
    await this.#listener.close();
    await this.#worlds.first.store.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
