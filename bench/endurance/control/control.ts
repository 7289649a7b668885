import { join } from 'node:path';
import { Client } from '../client.ts';
import { Bystander } from '../fuzz/bystander.ts';
import { Resources, settled, shownUse, type Use } from '../resources.ts';
import { ServerProcess } from '../server-process.ts';
import type { Finding, Setting, Trial } from '../trial.ts';
import { reach, reachFaultBytes } from './bounds.ts';
import { Lane } from './lane.ts';
import { crowd, sleep } from './sleepers.ts';

export const control: Trial = {
  name: 'control',
  about:
    'a hostile control plane: valid and nearly valid requests against a model, every bound reached',
  options: { steps: 'random requests (20000; 1200 with --short)' },
  run,
};

const bystanderToken = 'token-bystander';

async function run(setting: Setting): Promise<Finding> {
  const probe = join(setting.folder(), 'memory');
  const server = await ServerProcess.start({
    data: setting.folder(),
    inside: ['memory-probe.ts'],
    env: { ABUSE_FEED_MEMORY_ANSWER: probe },
    // With its log, which is where it admits mistakes.
    flags: [],
  });
  const client = new Client(server.url);
  const resources = new Resources(probe);
  const steps = setting.asked('steps') ?? (setting.short ? 1200 : 20_000);
  await client.must({
    method: 'POST',
    path: '/__admin/callers',
    body: { id: 'bystander', token: bystanderToken, roles: ['researcher'], requests: 1e9 },
  });
  // What is made once and kept is no leak.
  await lanesOf(client, setting, 'warm', steps / 4);
  const before = await resources.of(server.pid);
  setting.say(`before: ${shownUse(before)}`);

  let over = false;
  const bystander = new Bystander(server.url, bystanderToken, 'by');
  const working = bystander.work(() => over || server.died !== undefined);
  const lanes = await lanesOf(client, setting, 'lane', steps);
  const { problems: reached, count } = await everyBound(client, setting);
  reached.push(...(await crowd(server.url, client)));
  const slept = await sleep(server.url, client, () => resources.of(server.pid));
  setting.say(`readers asleep: ${shownUse(slept.asleep)}`);
  over = true;
  await working;
  const hasGrown = (use: Use) => growth(before, use).length > 0;
  const after = (await settled(resources, server, hasGrown)) ?? before;
  setting.say(`after: ${shownUse(after)}`);
  const health = await client.ask({ path: '/__admin/health' });
  await client.close();
  const { died, bugs } = server;
  await server.end('SIGTERM');

  const sum = (of: 'valid' | 'refused' | 'compared') =>
    lanes.reduce((all, lane) => all + lane[of], 0);
  return {
    numbers:
      `${sum('valid')} valid and ${sum('refused')} nearly valid requests, ${sum('compared')} worlds ` +
      `compared with the model, ${count} bounds reached, ${bystander.rounds * 5} good requests ` +
      `alongside (slowest five ${Math.round(bystander.slowestMs)} ms); before ${shownUse(before)}; ` +
      `100 readers asleep ${shownUse(slept.asleep)}; after ${shownUse(after)}`,
    problems: [
      ...lanes.flatMap(({ problems }) => problems),
      ...reached,
      ...slept.problems,
      ...bystander.problems,
      ...growth(before, after),
      ...(slept.asleep.live > before.live + 48 ? ['readers who sleep hold memory'] : []),
      ...(health?.status === 200 ? [] : [`health is ${health?.status}`]),
      ...(died === undefined ? [] : [`it crashed: ${died}`]),
      ...bugs.map((bug) => `it logged a bug: ${bug}`),
    ],
  };
}

/** Several at once, each with worlds of its own, which are gone afterwards. */
async function lanesOf(
  client: Client,
  { chance }: Setting,
  name: string,
  steps: number,
): Promise<Lane[]> {
  const lanes = [0, 1, 2, 3].map((n) => new Lane(client, chance.fork(), `${name}${n}`));
  await Promise.all(lanes.map((lane) => lane.work(steps / lanes.length)));
  await dropWorlds(client);
  return lanes;
}

async function dropWorlds(client: Client): Promise<void> {
  const { json } = await client.must({ path: '/__admin/worlds' });
  const worlds = (json?.worlds ?? []) as { readonly id: string }[];
  const ids = worlds.map(({ id }) => id);
  const drop = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      await client.must({ method: 'DELETE', path: `/__admin/worlds/${id}` });
    }
  };
  await Promise.all(Array.from({ length: 8 }, drop));
}

/** In a world of its own; the callers are many, so the short version leaves them out. */
async function everyBound(client: Client, { short, say }: Setting) {
  await client.must({ method: 'POST', path: '/__admin/worlds', body: { id: 'full' } });
  const plane = '/__worlds/full/__admin';
  const inWorld = ['snapshots', 'faults', 'services', 'analyses'] as const;
  const kinds = [...inWorld, ...(short ? [] : (['callers'] as const)), 'worlds' as const];
  const problems = await reachFaultBytes(client, plane);
  for (const kind of kinds) {
    problems.push(...(await reach(client, kind === 'worlds' ? '/__admin' : plane, kind)));
    say(`${kind}: as many as there can be`);
  }
  await dropWorlds(client);
  // The bytes of faults, readers and waits besides.
  return { problems, count: kinds.length + 3 };
}

function growth(before: Use, after: Use): string[] {
  const problems: string[] = [];
  if (after.live > before.live + 16) problems.push('live memory did not return');
  if (after.handles > before.handles + 10) problems.push('file handles did not return');
  return problems;
}
