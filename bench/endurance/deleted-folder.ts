import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from './client.ts';
import { Expected } from './expected.ts';
import { Load, mintCallers } from './load.ts';
import { ServerProcess } from './server-process.ts';
import { stateOf } from './server-state.ts';
import type { Finding, Setting, Trial } from './trial.ts';

export const deletedFolder: Trial = {
  name: 'deleted-folder',
  about: 'the data folder moved away, brought back and deleted under load: nothing said in vain',
  options: {},
  run,
};

async function run(setting: Setting): Promise<Finding> {
  const data = join(setting.folder(), 'data');
  const problems: string[] = [];

  const first = await BusyServer.start(data, setting, problems);
  await mintCallers(first.client);
  await first.begin();
  await first.work();
  await first.amid(() => renameSync(data, `${data}.away`));
  await first.isUnwell('moved away');
  renameSync(`${data}.away`, data);
  const { refused } = first.expected;
  await first.work();
  if (first.expected.refused > refused) problems.push('refused though the folder is back');
  await first.end('SIGKILL');

  const second = await BusyServer.start(data, setting, problems);
  const found = first.expected.compare(await stateOf(second.client));
  problems.push(...found.map((what) => `after a restart: ${what}`));
  await second.begin();
  await second.amid(() => rmSync(data, { recursive: true }));
  await second.isUnwell('deleted');
  await second.end('SIGTERM');
  return {
    numbers:
      `${first.expected.acknowledged} acknowledged changes compared, ` +
      `${first.expected.refused + second.expected.refused} refused while the folder was away`,
    problems,
  };
}

/** A server with several callers at work, and what they were told. */
class BusyServer {
  readonly client: Client;
  readonly expected = new Expected();
  readonly #server: ServerProcess;
  readonly #load: Load;
  readonly #changes: number;
  readonly #problems: string[];

  private constructor(server: ServerProcess, { chance, short }: Setting, problems: string[]) {
    this.#server = server;
    this.client = new Client(server.url);
    const { client, expected } = this;
    this.#load = new Load({ client, expected, chance, problems });
    this.#changes = short ? 40 : 400;
    this.#problems = problems;
  }

  static async start(data: string, setting: Setting, problems: string[]): Promise<BusyServer> {
    return new BusyServer(await ServerProcess.start({ data }), setting, problems);
  }

  async begin(): Promise<void> {
    this.expected.begin(await stateOf(this.client));
  }

  async work(): Promise<void> {
    let left = this.#changes;
    await this.#load.run(4, () => left-- <= 0);
  }

  /** Does it while callers are at work, and waits for what they had sent by then. */
  async amid(action: () => void): Promise<void> {
    let over = false;
    const working = this.#load.run(4, () => over);
    await this.#load.create();
    action();
    over = true;
    await working;
  }

  async isUnwell(why: string): Promise<void> {
    const { client, expected } = this;
    const { acknowledged } = expected;
    await this.work();
    const vain = expected.acknowledged - acknowledged;
    if (vain > 0) this.#problems.push(`${why}: ${vain} changes were acknowledged`);
    const health = await client.ask({ path: '/__admin/health' });
    if (health?.status !== 503 || !health.text.includes('is gone')) {
      this.#problems.push(`${why}: health is ${health?.status} ${health?.text}`);
    }
    const notices = this.#server.errors.split('\n').filter((line) => line.includes('is gone'));
    if (notices.length !== 1) this.#problems.push(`${why}: it was said ${notices.length} times`);
    const found = expected.compare(await stateOf(client));
    this.#problems.push(...found.map((what) => `${why}: ${what}`));
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    await this.client.close();
    if (this.#server.died !== undefined) this.#problems.push(this.#server.died);
    await this.#server.end(signal);
  }
}
