import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../src/values/package-root.ts';
import { Client } from '../client.ts';
import { ourCommand, Program } from '../program.ts';
import { creating, draft, idOf, openapi, requests, tokens, type Workload } from './requests.ts';

export interface Contestant {
  readonly name: string;
  /** Whether it is an installed program, whose start is worth comparing. */
  readonly isInstalled?: true;
  /** Workloads it does not support. */
  readonly lacks?: readonly Workload[];
  /** Why it cannot take part; undefined if it can. */
  readonly absent?: () => string | undefined;
  start(folder: string): Promise<Running>;
}

export interface Running {
  readonly url: string;
  readonly program: Program;
  /** The reports it has; a server that stores nothing answers to any id. */
  readonly there: readonly string[];
}

const taskset = '/usr/bin/taskset';
/** One core for the servers and one for the load, where there are two. */
const hasTwoCores = existsSync(taskset) && availableParallelism() > 1;

/** Moves this process, which is the load, to a core of its own. */
export function pinLoad(): void {
  if (hasTwoCores) new Program(taskset, ['-a', '-c', '-p', '1', String(process.pid)]);
}

const [lookup = { path: '/' }] = requests.lookup([], []);

/** Starts a server on the servers' core and waits for its first response. */
async function answering(
  command: (port: string) => string[],
  cwd?: string,
): Promise<Omit<Running, 'there'>> {
  const port = await freePort();
  const args = [process.execPath, ...command(String(port))];
  const [program = '', ...rest] = hasTwoCores ? [taskset, '-c', '0', ...args] : args;
  const started = new Program(program, rest, cwd);
  const url = `http://127.0.0.1:${port}`;
  const client = new Client(url);
  await started.ready(() => client.ask(lookup));
  await client.close();
  return { url, program: started };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function runFile(file: string) {
  const program = fileURLToPath(new URL(file, import.meta.url));
  return answering((port) => ['--import', 'tsx', program, port], packageRoot);
}

/** Creates 100 reports; returns their ids. */
async function filled(url: string): Promise<string[]> {
  const client = new Client(url);
  const ids: string[] = [];
  for (let number = 0; number < 100; number += 1)
    ids.push(String((await client.must(creating(draft(number)))).json?.id));
  await client.close();
  return ids;
}

/** Our server, with an analyst who never runs out of lookups in the world that the requests go to. */
async function ours(folder: string, isMade: boolean): Promise<Running> {
  const options = ['--data', join(folder, 'data'), '--quiet'];
  const { url, program } = await answering(
    (port) => [ourCommand, 'serve', '--port', port, ...options],
    folder,
  );
  const client = new Client(url);
  const post = async (path: string, body: object) =>
    (await client.must({ method: 'POST', path, body })).json ?? {};
  // The world must outlive the laps of the others.
  const world = isMade
    ? await post('/__admin/worlds', { idleMinutes: 24 * 60 })
    : { baseUrl: url, adminUrl: `${url}/__admin` };
  const analyst = { id: 'bench-analyst', token: tokens.analyst, requests: 1_000_000_000 };
  await post(`${new URL(String(world.adminUrl)).pathname}/callers`, analyst);
  await client.close();
  const to = String(world.baseUrl);
  return { url: to, program, there: await filled(to) };
}

const prism = join(packageRoot, 'bench/.tools/node_modules/@stoplight/prism-cli/dist/index.js');

/** By the name that the command line has for them. */
export const contestants: { readonly [id: string]: Contestant } = {
  floor: {
    name: 'Express and the validator alone',
    lacks: ['delete', 'invalid', 'stranger'],
    start: async () => ({ ...(await runFile('./floor-server.ts')), there: [idOf(1)] }),
  },
  plain: {
    name: 'Express, the validator and a Map',
    async start() {
      const server = await runFile('./plain-server.ts');
      return { ...server, there: await filled(server.url) };
    },
  },
  first: {
    name: 'abuse-feed-kit',
    isInstalled: true,
    start: (folder) => ours(folder, false),
  },
  made: {
    name: 'abuse-feed-kit, a made world',
    start: (folder) => ours(folder, true),
  },
  /** Validates by the document, generates responses from it, and stores nothing. */
  prism: {
    name: 'Prism',
    isInstalled: true,
    // The document does not say which tokens are known, so it accepts any.
    lacks: ['stranger'],
    absent: () => (existsSync(prism) ? undefined : 'npm run bench -- install installs it'),
    async start(folder) {
      const quiet = ['--verboseLevel', 'silent', '--host', '127.0.0.1', '--port'];
      const server = await answering((port) => [prism, 'mock', openapi, ...quiet, port], folder);
      return { ...server, there: [idOf(1)] };
    },
  },
};
