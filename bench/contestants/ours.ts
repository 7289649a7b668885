import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '../harness/client.ts';
import { ourCommand } from '../harness/our-server.ts';
import type { Requests } from '../load/workload.ts';
import { answering, type Contestant, type Running, type Server } from './contestant.ts';
import { analyses, draft, idOf, requestsFor, seed, tokens } from './race-data.ts';

const ourName = 'abuse-feed-kit';
const node = process.execPath;

/** Never runs out of lookups. */
const analyst = { id: 'bench-analyst', token: tokens.analyst, requests: 1_000_000_000 };

/** Uses a server, so that no other code depends on the layout of a data folder. */
function fill(data: string, reports: number): void {
  const folder = `${data}-seed`;
  mkdirSync(folder, { recursive: true });
  const parts = {
    services: seed('services.yaml'),
    analyses,
    callers: [...seed<object[]>('callers.yaml'), { ...analyst, name: 'Analyst' }],
    reports: Array.from({ length: reports }, (_, number) => ({
      ...draft(number),
      ...{ id: idOf(number), service: 'tunnelco', createdBy: 'researcher-1' },
    })),
  };
  // JSON is valid YAML.
  for (const [name, content] of Object.entries(parts))
    writeFileSync(join(folder, `${name}.yaml`), JSON.stringify(content));
  const options = ['--port', '0', '--data', data, '--seed', folder, '--exit-with-stdin'];
  const args = [ourCommand, 'serve', ...options];
  const { status, stderr } = spawnSync(node, args, { input: '', encoding: 'utf8' });
  if (status !== 0) throw new Error(`a data folder could not be filled:\n${stderr}`);
}

/** With defaults: full validation in both directions, real state, durable writes, request records. */
const served = (data: string, ready: string): Promise<Server> =>
  answering(
    ready,
    (port) => [node, ourCommand, 'serve', '--port', port, '--data', data, '--quiet'],
    dirname(data),
  );

/** Starts with this many reports in its data folder; requests go to its first world. */
async function firstWorld(folder: string, reports: number): Promise<Running> {
  const data = join(folder, 'data');
  fill(data, reports);
  const requests = requestsFor(Array.from({ length: reports }, (_, number) => idOf(number)));
  return { ...(await served(data, requests.fetch[0] ?? '')), requests };
}

/** Creates this many reports over HTTP; returns the requests for them. */
async function filled(url: string, reports: number): Promise<Requests> {
  const client = new Client(new URL(url).origin);
  const prefix = new URL(url).pathname.replace(/\/$/, '');
  const ids: string[] = [];
  for (let number = 0; number < reports; number += 1) {
    const path = `${prefix}/feed/tunnelco/api`;
    const asked = { method: 'POST', path, token: tokens.researcher, body: draft(number) };
    ids.push(String((await client.must(asked)).json?.id));
  }
  await client.close();
  return requestsFor(ids, prefix);
}

const ours = { kind: 'ours', keeps: true } as const;

/** Runs a program of this folder. */
const run = (file: string, ready: string): Promise<Server> => {
  const program = fileURLToPath(new URL(file, import.meta.url));
  return answering(ready, (port) => [node, '--import', 'tsx', program, port]);
};

export const bare: Contestant = {
  ...{ id: 'bare', name: 'bare node:http', kind: 'bare' },
  async start() {
    const requests = requestsFor([idOf(1)]);
    return { ...(await run('./bare-server.ts', requests.fetch[0] ?? '')), requests };
  },
};

/** The cost of the validator in both directions, for any server built on it. */
export const floor: Contestant = {
  ...{ id: 'floor', name: 'Express and validator alone', kind: 'floor' },
  lets: ['delete', 'invalid', 'stranger'],
  async start() {
    const requests = requestsFor([idOf(1)]);
    return { ...(await run('./floor-server.ts', requests.fetch[0] ?? '')), requests };
  },
};

/** The obvious implementation with the same packages: in memory, and only the four operations. */
export const plain: Contestant = {
  ...{ id: 'plain', name: 'Express, validator and a Map', kind: 'plain', keeps: true },
  async start(_, reports) {
    const server = await run('./plain-server.ts', requestsFor([]).lookup[0] ?? '');
    return { ...server, requests: await filled(`http://127.0.0.1:${server.port}`, reports) };
  },
};

const first: Contestant = {
  ...{ ...ours, id: 'first', name: ourName },
  start: firstWorld,
};

/** The same server, with requests to a world created by its control plane, which is in memory. */
const made: Contestant = {
  ...{ ...ours, id: 'made', name: `${ourName}, a made world` },
  async start(folder, reports) {
    const running = await firstWorld(folder, 1);
    const client = new Client(`http://127.0.0.1:${running.port}`);
    const post = async (path: string, body: object) =>
      (await client.must({ method: 'POST', path, body })).json ?? {};
    // It must outlive the laps of the others.
    const world = await post('/__admin/worlds', { idleMinutes: 24 * 60 });
    await post(`${new URL(String(world.adminUrl)).pathname}/callers`, analyst);
    await client.close();
    return { ...running, requests: await filled(String(world.baseUrl), reports) };
  },
};

/** The first world behind a proxy that judges exchanges while there is time; both share one core. */
const listened: Contestant = {
  ...{ ...ours, id: 'listened', name: `${ourName} behind listen` },
  async start(folder, reports) {
    const { port, programs, requests } = await firstWorld(folder, reports);
    const to = ['--base-url', `http://127.0.0.1:${port}`];
    const proxy = await answering(requests.fetch[0] ?? '', (own) => [
      ...([node, ourCommand, 'listen', ...to, '--port', own, '--quiet'] as const),
    ]);
    return { port: proxy.port, programs: [...proxy.programs, ...programs], requests };
  },
};

export const ourRows: readonly Contestant[] = [first, made, listened];
