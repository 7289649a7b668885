import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../src/values/package-root.ts';
import { Client } from '../harness/client.ts';
import { onServerCore } from '../harness/machine.ts';
import { ourCommand } from '../harness/our-server.ts';
import { Program } from '../harness/program.ts';
import type { Workload } from './requests.ts';
import { analyses, creating, draft, idOf, openapi, requests, seed, tokens } from './requests.ts';

/** A server in the race. */
export interface Contestant {
  readonly name: string;
  /** Whether it is an installed program, and `start` ends with its first response. */
  readonly isFresh?: true;
  /** Workloads it does not support, and so skips. */
  readonly lacks?: readonly Workload[];
  /** Why it cannot take part; undefined if it can. */
  readonly absent?: () => string | undefined;
  /** Starts it; the folder is its own and empty. */
  start(folder: string): Promise<Running>;
}

export interface Running {
  readonly url: string;
  /** One process, or two if one proxies to the other. */
  readonly programs: readonly Program[];
  /** The reports that it has; one that stores nothing answers to any id. */
  readonly there: readonly string[];
}

type Server = Pick<Running, 'url' | 'programs'>;

const node = process.execPath;
const [lookup = { path: '/' }] = requests.lookup([], []);

/** Starts a server like a user, on the servers' core, and waits for its first good response. */
async function answering(command: (port: string) => string[], cwd?: string): Promise<Server> {
  const port = await freePort();
  const program = new Program(...onServerCore(node, command(String(port))), {
    ...(cwd && { cwd }),
  });
  const url = `http://127.0.0.1:${port}`;
  const client = new Client(url);
  await program.ready(async () => ((await client.ask(lookup))?.status === 200 ? true : undefined));
  await client.close();
  return { url, programs: [program] };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Runs a program of this folder. */
async function run(file: string): Promise<Running> {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const server = await answering((port) => ['--import', 'tsx', program, port]);
  return { ...server, there: [idOf(1)] };
}

/** Creates reports over HTTP; returns their ids. */
async function filled(url: string, reports = 100): Promise<string[]> {
  const client = new Client(url);
  const ids: string[] = [];
  for (let number = 0; number < reports; number += 1)
    ids.push(String((await client.must(creating(draft(number)))).json?.id));
  await client.close();
  return ids;
}

/** Never runs out of lookups. */
const analyst = { id: 'bench-analyst', token: tokens.analyst, requests: 1_000_000_000 };

function writeSeed(folder: string, reports: readonly object[]): void {
  mkdirSync(folder, { recursive: true });
  const parts = {
    services: seed('services.yaml'),
    analyses,
    callers: [...seed<object[]>('callers.yaml'), { ...analyst, name: 'Analyst' }],
    reports,
  };
  // JSON is valid YAML.
  for (const [name, content] of Object.entries(parts))
    writeFileSync(join(folder, `${name}.yaml`), JSON.stringify(content));
}

/** Uses a server, so that no other code depends on the layout of a data folder. */
function fill(data: string, reports: readonly object[]): void {
  const folder = `${data}-seed`;
  writeSeed(folder, reports);
  const options = ['--port', '0', '--data', data, '--seed-data', folder, '--exit-with-stdin'];
  const args = [ourCommand, 'serve', ...options];
  const { status, stderr } = spawnSync(node, args, { input: '', encoding: 'utf8' });
  if (status !== 0) throw new Error(`a data folder could not be filled:\n${stderr}`);
}

function someIds(count: number): string[] {
  return Array.from({ length: count }, (_, number) => idOf(number));
}

function reportsWith(ids: readonly string[]): object[] {
  const part = { service: 'tunnelco', createdBy: 'researcher-1' };
  return ids.map((id, number) => ({ ...draft(number), ...part, id }));
}

/** With defaults: full validation in both directions, real state, durable writes, request records. */
async function firstWorld(folder: string, reports = 100): Promise<Running> {
  const data = join(folder, 'data');
  const there = someIds(reports);
  fill(data, reportsWith(there));
  const options = ['--data', data, '--quiet'];
  const server = await answering(
    (port) => [ourCommand, 'serve', '--port', port, ...options],
    folder,
  );
  return { ...server, there };
}

async function inMemory(folder: string): Promise<Running> {
  const seedFolder = join(folder, 'seed');
  const there = someIds(100);
  writeSeed(seedFolder, reportsWith(there));
  const options = ['--memory', '--seed-data', seedFolder, '--quiet'];
  const server = await answering(
    (port) => [ourCommand, 'serve', '--port', port, ...options],
    folder,
  );
  return { ...server, there };
}

const prismProgram = join(
  packageRoot,
  'bench/.tools/prism/node_modules/@stoplight/prism-cli/dist/index.js',
);

/** By the name that the command line has for them. */
export const contestants: { readonly [id: string]: Contestant } = {
  bare: { name: 'bare node:http', start: () => run('./bare-server.ts') },
  /** The cost of the validator in both directions, for any server built on it. */
  floor: {
    name: 'Express and validator alone',
    lacks: ['delete', 'invalid', 'stranger'],
    start: () => run('./floor-server.ts'),
  },
  /** The obvious implementation with the same packages: in memory, and only the four operations. */
  plain: {
    name: 'Express, validator and a Map',
    async start() {
      const server = await run('./plain-server.ts');
      return { ...server, there: await filled(server.url) };
    },
  },
  first: { name: 'abuse-feed-kit', isFresh: true, start: (folder) => firstWorld(folder) },
  /** Without durable writes, for which answers wait and then leave together. */
  memory: { name: 'abuse-feed-kit --memory', start: inMemory },
  /** The same server, with requests to a world created by its control plane, which is in memory. */
  made: {
    name: 'abuse-feed-kit, a made world',
    async start(folder) {
      const { url, programs } = await firstWorld(folder, 1);
      const client = new Client(url);
      const post = async (path: string, body: object) =>
        (await client.must({ method: 'POST', path, body })).json ?? {};
      // It must outlive the laps of the others.
      const world = await post('/__admin/worlds', { idleMinutes: 24 * 60 });
      await post(`${new URL(String(world.adminUrl)).pathname}/callers`, analyst);
      await client.close();
      const made = String(world.baseUrl);
      return { url: made, programs, there: await filled(made) };
    },
  },
  /** The first world behind a proxy that judges exchanges while there is time; both share one core. */
  listened: {
    name: 'abuse-feed-kit behind listen',
    async start(folder) {
      const { url, programs, there } = await firstWorld(folder);
      const listen = [ourCommand, 'listen', '--base-url', url, '--quiet', '--port'];
      const proxy = await answering((port) => [...listen, port], folder);
      return { url: proxy.url, programs: [...proxy.programs, ...programs], there };
    },
  },
  /** Validates by the document, generates responses from it, and stores nothing. */
  prism: {
    name: 'Prism',
    isFresh: true,
    // The document does not say which tokens are known, so it accepts any.
    lacks: ['stranger'],
    absent: () => (existsSync(prismProgram) ? undefined : 'npm run tools installs it'),
    async start(folder) {
      const quiet = ['--verboseLevel', 'silent', '--host', '127.0.0.1', '--port'];
      const server = await answering(
        (port) => [prismProgram, 'mock', openapi, ...quiet, port],
        folder,
      );
      return { ...server, there: [idOf(1)] };
    },
  },
};
