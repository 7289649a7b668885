import type { Chance } from '../harness/chance.ts';
import { Client } from '../harness/client.ts';
import { OurServer, type ServerOptions } from '../harness/our-server.ts';
import { Load, mintCallers } from './load.ts';
import { Model, stateOf } from './model.ts';

/** A server under load, with the expectations of its callers, across restarts. */
export class Stand {
  readonly problems: string[];
  readonly model: Model;
  readonly #options: ServerOptions;
  readonly #chance: Chance;
  server: OurServer;
  client: Client;
  #load: Load;

  private constructor(
    options: ServerOptions,
    { server, client, model }: { server: OurServer; client: Client; model: Model },
    { chance, problems }: StandParts,
  ) {
    this.#options = options;
    this.#chance = chance;
    this.problems = problems;
    this.model = model;
    this.server = server;
    this.client = client;
    this.#load = new Load({ client, model, chance, problems });
  }

  static async start(options: ServerOptions, parts: StandParts): Promise<Stand> {
    const server = await OurServer.start(options);
    const client = new Client(server.url);
    await mintCallers(client);
    const model = new Model(await stateOf(client));
    return new Stand(options, { server, client, model }, parts);
  }

  /** Makes this many changes concurrently; returns how many were refused. */
  async work(times: number): Promise<number> {
    const { refused } = this.model;
    let left = times;
    await this.#load.run(8, () => left-- <= 0);
    return this.model.refused - refused;
  }

  /** Runs an action under load, and waits for pending requests. */
  async amid(action: () => unknown): Promise<void> {
    let over = false;
    const working = this.#load.run(8, () => over);
    await action();
    over = true;
    await working;
  }

  /** A create that may be lost, because it is the last write. */
  async lastCreate(): Promise<void> {
    const created = await this.#load.create();
    if (created) created.stage = 'creating';
  }

  read(times: number): Promise<void> {
    return this.#load.read(times);
  }

  async compare(when: string): Promise<void> {
    const found = this.model.compare(await stateOf(this.client));
    this.problems.push(...found.map((what) => `${when}: ${what}`));
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.problems.push(...this.server.problems());
    await this.server.program.end(signal);
    await this.client.close();
  }

  /** Restarts the server on the same folder and compares. */
  async again(when: string): Promise<void> {
    this.server = await OurServer.restart(this.#options);
    this.client = new Client(this.server.url);
    const { client, model, problems } = this;
    this.#load = new Load({ client, model, chance: this.#chance, problems });
    await this.compare(when);
  }
}

interface StandParts {
  readonly chance: Chance;
  readonly problems: string[];
}
